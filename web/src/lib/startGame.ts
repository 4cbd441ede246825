/** Starts a game against bots from any page. */
import { post } from "./api";
import { ensurePerson } from "./person.svelte";
import type { CreatedTable } from "./protocol";
import { go } from "./router.svelte";
import { getGameInfo, loadSite } from "./site.svelte";

const SEATS = 4; // one person and three bots, if the game allows four players

/** The number of seats for such a game. */
export function chooseSeatCount(game: string): number {
  const counts = getGameInfo(game)?.players ?? [SEATS];
  return Math.min(Math.max(SEATS, counts[0] ?? SEATS), counts.at(-1) ?? SEATS);
}

/** Open a table against bots and start it. */
export async function startGameWithBots(game: string): Promise<void> {
  await Promise.all([loadSite(), ensurePerson()]);
  const seats = chooseSeatCount(game);
  const bots = Array(seats - 1).fill("regular");
  const made = await post<CreatedTable>("/tables", {
    settings: { game, seats },
    bots,
    start: true,
  });
  go(`/t/${made.code}`);
}
