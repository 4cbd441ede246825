import type { Lesson } from "$kit/gameParts";

const TAKEN: number[][] = [[], [], []];

/** The 11 goes round, a run grows, and the last chip is spent. */
export const lesson: Lesson = {
  seat: 0,
  names: ["", "Ada", "Blaise"],
  position: position({
    card: 17,
    pot: 0,
    chips: [11, 11, 11],
    turn: 0,
    taken: TAKEN,
    seen: 0,
  }),
  steps: [
    { say: "hello" },
    { say: "pass", moves: ["pass"], otherwise: "pass-first" },
    {
      say: "round",
      before: [
        [1, "pass"],
        [2, "pass"],
      ],
      moves: ["take"],
      otherwise: "take-now",
    },
    { say: "next-card" },
    {
      say: "run",
      position: position({
        card: 18,
        pot: 1,
        chips: [6, 14, 12],
        turn: 0,
        taken: [[17], [30], [8]],
        seen: 3,
      }),
      moves: ["take"],
      otherwise: "run-wait",
    },
    {
      say: "no-chip",
      position: position({
        card: 33,
        pot: 4,
        chips: [0, 15, 14],
        turn: 0,
        taken: [[17, 18], [30], [8]],
        seen: 4,
      }),
      moves: ["take"],
    },
    { say: "score" },
  ],
};

interface Setting {
  card: number;
  pot: number;
  chips: number[];
  turn: number;
  taken: number[][];
  seen: number;
}

/** A position in which all else lies in the pile, in order. */
function position({ card, pot, chips, turn, taken, seen }: Setting): Record<string, unknown> {
  const used = [card, ...taken.flat()];
  const rest = Array.from({ length: 33 }, (_, index) => index + 3).filter(
    (one) => !used.includes(one),
  );
  const left = 24 - 1 - seen;
  // The next card to be turned up is a cheap one.
  const draw = [rest[20]!, ...rest.filter((_, index) => index !== 20)].slice(0, left);
  return {
    game: "no-thanks",
    rules: 1,
    players: 3,
    options: { open_chips: false, rounds: 1 },
    over: false,
    round: 1,
    first: 0,
    turn,
    card,
    pot,
    draw,
    removed: rest.filter((one) => !draw.includes(one)),
    chips,
    taken,
    totals: [0, 0, 0],
  };
}
