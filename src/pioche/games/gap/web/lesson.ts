import type { Lesson } from "$kit/gameParts";

const COLOURS = ["Y", "G", "B"];

interface Setting {
  hands: string[][];
  middle: string[];
  /** What comes from the pile first. */
  next: string[];
  rows: string[][];
}

/** A position for two in which all else lies in the pile, in order. */
function position({ hands, middle, next, rows }: Setting): Record<string, unknown> {
  const used = [...hands.flat(), ...middle, ...next, ...rows.flat()];
  const rest = COLOURS.flatMap((colour) => [..."0123456789"].map((number) => colour + number));
  return {
    game: "gap",
    rules: 1,
    players: 2,
    options: { target: 30, rounds: 0, minutes: 0 },
    over: false,
    colours: COLOURS,
    round: 1,
    first: 0,
    turn: 0,
    phase: "play",
    played: null,
    hands,
    middle,
    draw: [...next, ...rest.filter((card) => !used.includes(card))],
    rows,
    scores: [],
  };
}

/** Same number, neighbours, a choice; then a last card that levels two colours. */
export const lesson: Lesson = {
  seat: 0,
  names: ["", "Ada"],
  position: position({
    hands: [
      ["G0", "G4", "G7", "Y2", "Y6", "B5"],
      ["Y0", "B6", "B3", "Y5", "Y7", "B8"],
    ],
    middle: ["Y4", "G1", "G6", "B4"],
    next: ["Y8", "B2", "G9", "Y3", "B9"],
    rows: [[], []],
  }),
  steps: [
    { say: "hello" },
    { say: "same", moves: ["play G4"], otherwise: "same-first" },
    {
      say: "neighbours",
      before: [[1, "play Y0"]],
      moves: ["play G7"],
      otherwise: "neighbours-first",
    },
    {
      say: "zero",
      before: [[1, "play B6"]],
      moves: ["play G0"],
      otherwise: "zero-first",
    },
    { say: "choose", moves: ["take G9"], otherwise: "choose-green" },
    {
      say: "last",
      position: position({
        hands: [["Y5"], ["B0"]],
        middle: ["Y6", "G9", "B6", "B8"],
        next: ["Y1"],
        rows: [
          ["Y0", "Y4", "G1", "G3", "G6", "G8"],
          ["Y2", "Y3", "G4", "B1", "B2", "B4", "B5"],
        ],
      }),
      moves: ["play Y5"],
    },
    { say: "level", moves: ["take Y6"], otherwise: "level-yellow" },
    { say: "score" },
  ],
};
