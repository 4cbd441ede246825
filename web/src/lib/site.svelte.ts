/** The server's version and address, and its games. */
import { get } from "./api";
import type { GameInfo, SetupChoices, Site } from "./protocol";

let known: Site = $state({ version: "", network: null, me: null });
let offer: SetupChoices | null = $state.raw(null);
let asked: Promise<SetupChoices> | undefined;

export function getSite(): Site {
  return known;
}

/** Load it once. */
export function loadSite(): Promise<SetupChoices> {
  asked ??= Promise.all([get<Site>("/site"), get<SetupChoices>("/games")])
    .then(([found, games]) => {
      known = found;
      offer = games;
      return games;
    })
    .catch((problem) => {
      asked = undefined;
      throw problem;
    });
  return asked;
}

export function getGameInfo(id: string): GameInfo | undefined {
  return offer?.games.find((game) => game.id === id);
}

export function games(): readonly GameInfo[] {
  return offer?.games ?? [];
}
