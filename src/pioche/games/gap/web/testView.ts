/** Views for tests. */
import { makePlayers, makeSpeech } from "$test/gameFixtures";
import english from "../words/en.json";
import french from "../words/fr.json";
import { cardName } from "./cards";
import type { Scored, View } from "./view";

export const en = makeSpeech(english, cardName);
export const fr = makeSpeech(french, cardName, "fr");
export const players = makePlayers("Zoé", "Ada");

/** Two players; seat 0 to play, with a card of each kind in hand. */
export function makeView(more: Partial<View> = {}): View {
  return {
    game: "gap",
    rules: 1,
    players: 2,
    over: false,
    seat: 0,
    actors: [0],
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

/** A round that counted the same for both. */
export const scored: readonly Scored[] = [0, 1].map((seat) => ({
  type: "scored",
  seat,
  points: 2,
  plus: 3,
  minus: 1,
  total: 7,
  row: ["Y4", "G1", "G3", "G6"],
  counts: { Y: 1, G: 3, B: 0 },
  marks: { Y: "minus", G: "plus" },
}));
