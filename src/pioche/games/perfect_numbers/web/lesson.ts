import type { Lesson } from "$kit/gameParts";

/** A perfect number, a series that loses cards, an action, and a card for a neighbour. */
export const lesson: Lesson = {
  seat: 0,
  names: ["", "Ada"],
  position: position({
    series: [
      ["R4 R6", "B5"],
      ["G7 G4", "Y3"],
    ],
    market: ["Y6 V5 V6", "R3 G7", "B2 G3", "Y2"],
  }),
  steps: [
    { say: "hello" },
    { say: "take", moves: ["take 2"], otherwise: "take-red" },
    { say: "add", moves: ["add R3"] },
    { say: "perfect", moves: ["close"], otherwise: "close-now" },
    { say: "start", moves: ["add G7"] },
    {
      say: "order",
      position: position({
        series: [
          ["B5 B7 B3", "G7"],
          ["Y4 Y6", "V5"],
        ],
        market: ["Y6 V5 V6", null, "R5 G3", "Y2"],
        pending: "B2 J4",
        score: [3, 0],
      }),
      moves: ["add J4 B"],
      otherwise: "order-lost",
    },
    { say: "order-close", moves: ["close"], otherwise: "close-now" },
    {
      say: "give",
      position: position({
        series: [
          ["R6", "Y7 Y5", "G4", "B5"],
          ["V4 V6", "G3"],
        ],
        market: ["Y6 R5 G6", "R2 B7", "Y3 G5", null],
        pending: "V2",
        score: [7, 4],
      }),
      moves: ["give V2 @1"],
      otherwise: "give-her",
    },
    { say: "score" },
  ],
};

interface Setting {
  /** Per seat its series, each of one colour. */
  series: string[][];
  market: (string | null)[];
  pending?: string;
  score?: number[];
}

/** A position at seat 0's turn, in which all else lies in the pile. */
function position({
  series,
  market,
  pending = "",
  score = [0, 0],
}: Setting): Record<string, unknown> {
  const cards = (text: string | null): string[] => text?.split(" ").filter(Boolean) ?? [];
  const rest = deck();
  for (const card of [...series.flat(), ...market, pending].flatMap(cards)) {
    rest.splice(rest.indexOf(card), 1);
  }
  return {
    game: "perfect-numbers",
    rules: 2,
    players: 2,
    options: { copies: 3, actions: 4, interactive: false },
    over: false,
    round: 3,
    first: 0,
    turn: 0,
    phase: "turn",
    market: market.map((group) => (group === null ? null : cards(group))),
    pending: cards(pending),
    stolen: null,
    perfect: null,
    taken: pending !== "",
    series: series.map((all) =>
      Object.fromEntries(
        all.map((one) => [one[0]!, cards(one).map((card) => ({ card, up: true }))] as const),
      ),
    ),
    stored: [[], []],
    score,
    draw: rest.slice(score[0]! + score[1]!),
    discard_count: 0,
    setup_hands: [[], []],
  };
}

function deck(): string[] {
  const numbers = [2, 3, 4, 5, 6, 7];
  return [
    ...numbers.map((number) => `J${number}`),
    ...[..."RYGBV"].flatMap((colour) =>
      numbers.flatMap((number) => Array<string>(3).fill(`${colour}${number}`)),
    ),
    ...["move", "protect", "steal"].flatMap((action) => Array<string>(4).fill(action)),
  ];
}
