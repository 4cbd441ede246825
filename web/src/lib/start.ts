/** Starting a game against bots, from wherever one is. */
import { post } from "./api";
import { introduced } from "./me.svelte";
import type { TableMade } from "./protocol";
import { go } from "./router.svelte";
import { gameShown, look } from "./site.svelte";

const SEATS = 4; // one plays against three, where the game lets four play

/** As many as play where one plays at once. */
export function seatsOf(game: string): number {
  const counts = gameShown(game)?.players ?? [SEATS];
  return Math.min(Math.max(SEATS, counts[0] ?? SEATS), counts.at(-1) ?? SEATS);
}

/** A table against bots that begins at once. */
export async function playNow(game: string): Promise<void> {
  await Promise.all([look(), introduced()]);
  const seats = seatsOf(game);
  const bots = Array(seats - 1).fill("regular");
  const made = await post<TableMade>("/tables", { settings: { game, seats }, bots, start: true });
  go(`/t/${made.code}`);
}
