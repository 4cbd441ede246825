/** The server's version and address, and its games. */
import { get } from "./api";
import type { GameShown, Offer, Site } from "./protocol";

let known: Site = $state({ version: "", network: null, me: null });
let offer: Offer | null = $state.raw(null);
let asked: Promise<Offer> | undefined;

export function getSite(): Site {
  return known;
}

/** Load it once. */
export function loadSite(): Promise<Offer> {
  asked ??= Promise.all([get<Site>("/site"), get<Offer>("/games")])
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

export function getGameInfo(id: string): GameShown | undefined {
  return offer?.games.find((game) => game.id === id);
}

export function games(): readonly GameShown[] {
  return offer?.games ?? [];
}
