/** Starting a game against bots, from wherever one is. */
import { post } from "./api";
import { ensurePerson } from "./person.svelte";
import type { TableMade } from "./protocol";
import { go } from "./router.svelte";
import { getGameInfo, loadSite } from "./site.svelte";

const SEATS = 4; // one plays against three, where the game lets four play

/** As many as play where one plays at once. */
export function chooseSeatCount(game: string): number {
  const counts = getGameInfo(game)?.players ?? [SEATS];
  return Math.min(Math.max(SEATS, counts[0] ?? SEATS), counts.at(-1) ?? SEATS);
}

/** A table against bots that begins at once. */
export async function startGameWithBots(game: string): Promise<void> {
  await Promise.all([loadSite(), ensurePerson()]);
  const seats = chooseSeatCount(game);
  const bots = Array(seats - 1).fill("regular");
  const made = await post<TableMade>("/tables", { settings: { game, seats }, bots, start: true });
  go(`/t/${made.code}`);
}
