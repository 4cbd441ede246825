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
  totals: number[];
  removed?: number[];
}
