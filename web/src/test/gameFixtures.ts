/** The words of a game, for tests of its components. */
import en from "$house/en.json";
import { Speech, type CardName, type Texts } from "$words/speech";
import type { Player } from "$kit/gameParts";

export function makeSpeech(texts: Texts, cardName: CardName, lang = "en"): Speech {
  return new Speech(texts, lang, en as Texts, cardName);
}

/** Players with names; the first is you. */
export function makePlayers(...names: string[]): Player[] {
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
