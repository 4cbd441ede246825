/** What a card of the own hand would do. */
export interface Take {
  sure: string[];
  lower: string[];
  upper: string[];
  joins: boolean;
  /** What the columns grow by for sure. */
  adds: Counts;
}

/** Cards by colour. */
export type Counts = Record<string, number>;

export type ColumnMark = "plus" | "minus";

/** The colours of a row that count, and how. */
export type Marks = Record<string, ColumnMark>;

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
  /** In a game by minutes: the round in which the time ended, else null. */
  last?: number | null;
  hands: (string[] | null)[];
  hands_count: number[];
  draw_count: number;
  choices: string[];
  takes: Record<string, Take>;
  counts: Counts[];
  marks: Marks[];
  plus: number[];
  minus: number[];
  points: number[];
  totals: number[];
  tied: number[];
  outcome?: { ranks: number[]; scores: number[]; reason: string };
}
