/** Views for tests. */
import { makePlayers, makeSpeech } from "$test/gameFixtures";
import english from "../words/en.json";
import french from "../words/fr.json";
import { cardName } from "./cards";
import type { View } from "./view";

export const en = makeSpeech(english, cardName);
export const fr = makeSpeech(french, cardName, "fr");
export const players = makePlayers("Zoé", "Ada");

/** Two players; seat 0 to play, with a card of each kind in hand. */
export function makeView(more: Partial<View> = {}): View {
  return {
    players: 2,
    over: false,
    options: { target: 30, rounds: 0, minutes: 0 },
    colours: ["Y", "G", "B"],
    round: 1,
    first: 0,
    turn: 0,
    phase: "play",
    played: null,
    middle: ["Y6", "G8", "B6", "B8"],
    rows: [["Y4", "G1", "G3"], ["B0"]],
    scores: [],
    hands: [["G6", "Y7", "B2"], null],
    hands_count: [3, 3],
    draw_count: 17,
    choices: [],
    takes: {
      G6: { sure: ["Y6", "B6"], lower: [], upper: [], joins: false, adds: { Y: 1, G: 1, B: 1 } },
      Y7: { sure: [], lower: ["Y6", "B6"], upper: ["G8", "B8"], joins: false, adds: { Y: 1 } },
      B2: { sure: [], lower: [], upper: [], joins: true, adds: {} },
    },
    counts: [
      { Y: 1, G: 2, B: 0 },
      { Y: 0, G: 0, B: 1 },
    ],
    marks: [{ Y: "minus", G: "plus" }, { B: "plus" }],
    plus: [2, 1],
    minus: [1, 0],
    points: [1, 1],
    totals: [5, -2],
    tied: [],
    ...more,
  };
}
