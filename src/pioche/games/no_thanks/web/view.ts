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

/** Cards that follow each other lie in one run; only the lowest of it counts. */
export function runs(cards: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const card of cards) {
    const last = found.at(-1);
    if (last && card - last.at(-1)! === 1) last.push(card);
    else found.push([card]);
  }
  return found;
}
