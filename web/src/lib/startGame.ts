/** Starts a game against bots from any page. */
import { post } from "./api";
import { ensurePerson } from "./person.svelte";
import type { CreatedTable } from "./protocol";
import { go } from "./router.svelte";
import { getGameInfo, loadSite } from "./site.svelte";

/** Open a table against bots and start it. */
export async function startGameWithBots(game: string): Promise<void> {
  await Promise.all([loadSite(), ensurePerson()]);
  const seats = getGameInfo(game)!.usual_players;
  const bots = Array(seats - 1).fill("regular");
  const made = await post<CreatedTable>("/tables", {
    settings: { game, seats },
    bots,
    start: true,
  });
  go(`/t/${made.code}`);
}
