import type { Lesson } from "$kit/gameParts";

const LETTERS = "BRYGK";
const CARDS = [...LETTERS].flatMap((named) =>
  [...LETTERS]
    .filter((printed) => printed !== named)
    .flatMap((printed) => [1, 2, 3, 4].map((times) => `${named}${printed}${times}`)),
);
const POINTS = Array.from({ length: 30 }, (_, index) => Math.floor(index / 2) - 4);

interface Setting {
  series: string[][];
  /** Cards that lie at a slot of their own, and whether face up. */
  at?: Record<number, [string, boolean]>;
  /** What Ada holds. */
  ada?: string;
  points: number[];
}

/** A race in which all else lies face down, mixed but always the same way. */
function race({ series, at = {}, ada, points }: Setting): Record<string, unknown> {
  const placed = Object.values(at).map(([card]) => card);
  const used = new Set([...series.flat(), ...placed, ...(ada ? [ada] : [])]);
  const rest = CARDS.map((_, index) => CARDS[(index * 37 + 11) % CARDS.length]!).filter(
    (card) => !used.has(card),
  );
  const slots = Array.from({ length: CARDS.length }, (_, slot) => {
    const [card, up] = at[slot] ?? [rest.pop(), false];
    return card === undefined ? null : { card, up };
  });
  const draw = [...POINTS];
  for (const value of points) draw.splice(draw.indexOf(value), 1);
  return {
    game: "rouge-jaune-vert",
    rules: 2,
    players: 3,
    options: { round_seconds: 180 },
    over: false,
    round: 1,
    phase: "race",
    slots,
    // The last slot is empty: its card has gone into a series, or into Ada's hand.
    held: [null, ada ? { card: ada, slot: CARDS.length - 1, up: false } : null, null],
    series,
    kept: null,
    stopped_by: null,
    points,
    point_draw: draw,
    won: [[], [], []],
    choosing: [],
  };
}

const YOURS = ["RG1", "BK3", "GY4", "BR3", "GY2", "RB3", "YK1"];
const ADAS = ["GK4", "RB1", "YG2", "BY3", "RK2", "GB4", "YR3", "BK1", "RG2"];
const BLAISES = ["BY2", "RG4", "KB1", "YR2", "BG1", "KY3", "GR2", "YB4"];

/** A card that does not fit, one that does, and a race that somebody else stops. */
export const lesson: Lesson = {
  seat: 0,
  names: ["", "Ada", "Blaise"],
  position: race({
    series: [["RG1"], ["GK4"], ["BY2"]],
    at: { 0: ["YR2", false], 14: ["BK3", false] },
    points: [9, 6, -2],
  }),
  steps: [
    { say: "hello" },
    { say: "aim", moves: ["grab 0"], otherwise: "aim-other" },
    { say: "return", moves: ["return"], otherwise: "return-place" },
    {
      say: "open",
      before: [
        [1, "grab 14"],
        [1, "return"],
      ],
      moves: ["grab 14"],
      otherwise: "open-other",
    },
    { say: "place", moves: ["place"], otherwise: "place-back" },
    {
      say: "stop",
      position: race({
        series: [YOURS, ADAS, BLAISES],
        ada: "YK4",
        points: [9, 6, -2],
      }),
      before: [[1, "place"]],
    },
    { say: "count", moves: ["choose 6"], otherwise: "count-other" },
    { say: "end" },
  ],
};
