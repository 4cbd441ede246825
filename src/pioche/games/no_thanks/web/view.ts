/** What a seat sees of the game, as the server tells it (docs/formats.md). */
export interface View {
  players: number;
  over: boolean;
  options: { open_chips: boolean; rounds: number };
  round: number;
  first: number;
  turn: number | null;
  card: number | null;
  pot: number;
  draw_count: number;
  taken: number[][];
  chips: (number | null)[];
  costs: number[];
  /** What the round counts for each seat, as far as its chips can be seen. */
  points: (number | null)[];
  /** The cards of each seat by runs; the first card of a run counts. */
  runs: number[][][];
  /** The cards of each seat that the card that is up would form a run with. */
  neighbours: number[][];
  totals: number[];
  removed?: number[];
}
