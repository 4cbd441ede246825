/** What a seat sees of the game, as the server tells it (docs/formats.md). */
export interface View {
  players: number;
  seat: number | null;
  over: boolean;
  options: { round_seconds: number };
  round: number;
  phase: "race" | "points";
  slots: (Slot | null)[];
  held: (Held | null)[];
  series: string[][];
  kept: number[] | null;
  stopped_by: number | null;
  points: number[];
  point_draw_count: number;
  won: number[][];
  choosing: number[];
  rounds: number;
  target: number;
  scores: number[];
  count: Counted[] | null;
}

/** A card of the spread; what it is only where it lies face up. */
export interface Slot {
  up: boolean;
  card?: string;
}

/** A card in a hand; what it is only for those who may know. */
export interface Held extends Slot {
  slot: number;
}

/** What a series is worth after a race. */
export interface Counted {
  place: number;
  kept: number;
  times: number;
  broke: Broke | null;
}

/** The first wrong card, and what it has in common with the one before it. */
export interface Broke {
  index: number;
  colours: string[];
  times: number | null;
}
