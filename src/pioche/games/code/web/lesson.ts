import type { Lesson } from "$kit/gameParts";

const ACTIONS: Record<string, number> = {
  swap: 6,
  reverse: 5,
  skip: 6,
  joker: 4,
  plus2: 4,
  gift: 4,
  reset: 1,
};
const CODES = ["0269", "0345", "0478", "0567", "1258", "1279", "1368", "1469", "2347", "3589"];

/** The code 1368: a card that fits, a pair, a draw, and an action card that goes last. */
export const lesson: Lesson = {
  seat: 0,
  names: ["", "Ada", "Blaise"],
  position: position({
    hands: [
      ["B1", "B7", "R3", "Y2", "V4", "joker", "skip"],
      ["B0", "R7", "R9", "Y9", "V0", "V5", "reverse"],
      ["B9", "R0", "R6", "Y4", "Y8", "V2", "skip"],
    ],
    codes: ["1368", "0567", "2347"],
    top: "B5",
    next: ["R8"],
  }),
  steps: [
    { say: "hello" },
    { say: "match", moves: ["play B7"], otherwise: "match-first" },
    {
      say: "pair",
      before: [
        [1, "play R7"],
        [2, "play R6"],
      ],
      moves: ["sum V4 Y2", "sum Y2 V4"],
      otherwise: "pair-first",
    },
    {
      say: "draw",
      before: [[1, "reverse"]],
      moves: ["draw"],
      otherwise: "draw-first",
    },
    { say: "keep", moves: ["keep"] },
    {
      say: "win",
      before: [[2, "skip"]],
      moves: ["skip"],
      otherwise: "win-first",
    },
    { say: "end" },
  ],
};

interface Setting {
  hands: string[][];
  codes: string[];
  top: string;
  /** What is drawn first. */
  next: string[];
}

/** A position in which all else lies in the draw pile. */
function position({ hands, codes, top, next }: Setting): Record<string, unknown> {
  const draw = deck();
  for (const card of [...hands.flat(), top, ...next]) draw.splice(draw.indexOf(card), 1);
  return {
    game: "code",
    rules: 1,
    players: hands.length,
    options: { reset: true, max_turns: 1000 },
    over: false,
    phase: "turn",
    turn: 0,
    direction: 1,
    turns: 0,
    penalty: 0,
    drawn: null,
    hands,
    codes,
    codes_aside: CODES.filter((code) => !codes.includes(code)),
    codes_out: [],
    draw: [...next, ...draw],
    numbers: [top],
    actions: [],
    laid: hands.map(() => null),
    robbed: null,
  };
}

function deck(): string[] {
  const numbers = [..."BRYV"].flatMap((colour) => [..."0123456789"].map((digit) => colour + digit));
  const actions = Object.entries(ACTIONS).flatMap(([card, copies]) =>
    Array<string>(copies).fill(card),
  );
  return [...numbers, ...numbers, ...actions];
}
