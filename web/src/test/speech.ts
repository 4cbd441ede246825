/** The words of a game, for tests of its components. */
import en from "$house/en.json";
import { Speech, type CardName, type Texts } from "$lib/speech";
import type { Player } from "$lib/game";

export function spoken(texts: Texts, cardName: CardName, lang = "en"): Speech {
  return new Speech(texts, lang, en as Texts, cardName);
}

/** Players with names; the first is you. */
export function playersNamed(...names: string[]): Player[] {
  return names.map((name, seat) => ({
    seat,
    name,
    avatar: "fox",
    bot: null,
    away: null,
    you: seat === 0,
    acting: seat === 0,
    here: true,
  }));
}
