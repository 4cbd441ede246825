/** A view to test with: seat 0 of two, whose turn it is. */
import { makeSpeech } from "$test/gameFixtures";
import en from "../words/en.json";
import { cardName } from "./cards";
import type { Laid, Outlook, View } from "./view";

export const speech = makeSpeech(en, cardName);

export const layCards = (...cards: string[]): Laid[] => cards.map((card) => ({ card, up: true }));

export const foretell = (
  effect: Outlook["effect"],
  cards: number,
  leaving: string[] = [],
  at: number[] = [],
  series: Outlook["series"] = null,
): Outlook => ({ effect, cards, leaving, at, series });

export function makeView(changes: Partial<View> = {}): View {
  return {
    game: "perfect-numbers",
    rules: 2,
    players: 2,
    over: false,
    seat: 0,
    actors: [0],
    options: { copies: 3, actions: 4, interactive: false },
    round: 2,
    first: 0,
    turn: 0,
    phase: "turn",
    market: [["R4", "Y7", "protect"], ["R3", "G2"], ["B5", "V5"], ["J6"]],
    pending: [],
    stolen: null,
    perfect: null,
    taken: false,
    series: [{ R: layCards("R4", "R6"), G: layCards("G5") }, { V: layCards("V4", "V6") }],
    stored: [[], []],
    score: [3, 5],
    draw_count: 70,
    discard_count: 2,
    setup_hands: [[], []],
    protected: [[], []],
    room: [true, true],
    in_setup: false,
    free_places: [
      { colours: 2, actions: 0 },
      { colours: 3, actions: 0 },
    ],
    waits_for: [{ R: 3, G: 2 }, { V: 3 }],
    wanted: [[], [0, 1], [], []],
    outlook: {},
    ...changes,
  };
}
