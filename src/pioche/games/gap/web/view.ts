/** What a card of one's own hand would do. */
export interface Take {
  sure: string[];
  lower: string[];
  upper: string[];
  joins: boolean;
}

export type Counts = Record<string, number>;

/** What a seat sees of the game, as the server tells it (docs/formats.md). */
export interface View {
  players: number;
  over: boolean;
  options: { target: number; rounds: number; minutes: number };
  colours: string[];
  round: number;
  first: number;
  turn: number;
  phase: "play" | "lower" | "upper";
  played: string | null;
  middle: string[];
  rows: string[][];
  scores: number[][];
  /** With minutes agreed: the round that was played when they were up, else null. */
  last?: number | null;
  hands: (string[] | null)[];
  hands_count: number[];
  draw_count: number;
  choices: string[];
  takes: Record<string, Take>;
  counts: Counts[];
  plus: number[];
  minus: number[];
  totals: number[];
  tied: number[];
  outcome?: { ranks: number[]; scores: number[]; reason: string };
}

export type Mark = "plus" | "minus";

/** Which colours the plus and the minus of a row come from. */
export function marks(counts: Counts): Record<string, Mark> {
  const sizes = Object.values(counts).filter((size) => size > 0);
  const largest = Math.max(...sizes);
  const smallest = Math.min(...sizes.filter((size) => size < largest));
  const mark = (size: number): Mark | null =>
    size === largest ? "plus" : size === smallest ? "minus" : null;
  return Object.fromEntries(
    Object.entries(counts).flatMap(([colour, size]) => {
      const found = mark(size);
      return found ? [[colour, found] as const] : [];
    }),
  );
}

/** The colours of a row that have this mark, in the order of the row. */
export function marked(counts: Counts, wanted: Mark): string[] {
  const found = marks(counts);
  return Object.keys(counts).filter((colour) => found[colour] === wanted);
}

/** Cards by number, so that neighbours lie side by side; then as they came. */
export function byNumber(cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => Number(a[1]) - Number(b[1]));
}

/** Cards of one colour. */
export function ofColour(cards: readonly string[], colour: string): string[] {
  return cards.filter((card) => card[0] === colour);
}

/** What the columns grow by for sure, where a card takes something. */
export function growth(card: string, take: Take): Counts {
  const found: Counts = {};
  if (take.joins) return found;
  for (const one of [card, ...take.sure]) found[one[0]!] = (found[one[0]!] ?? 0) + 1;
  return found;
}
