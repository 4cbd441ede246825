/** Words, players and props for tests of a game's components. */
import en from "$house/en.json";
import { Speech, type CardName, type Event, type Texts } from "$words/speech";
import type { Player, TableProps } from "$kit/gameParts";

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

/** The props of a game's table, as seat 0 sees it while nothing else is going on. */
export function makeTableProps<View, GameEvent extends Event = never>(
  given: Pick<TableProps<View>, "view" | "players" | "speech"> &
    Partial<TableProps<View, GameEvent>>,
): TableProps<View, GameEvent> {
  return {
    seat: 0,
    legal: [],
    pending: [],
    hint: null,
    play: () => undefined,
    events: [],
    past: false,
    raceLeft: null,
    timeLeft: null,
    ...given,
  };
}
