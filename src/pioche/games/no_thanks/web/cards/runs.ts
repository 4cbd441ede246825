/** Runs of cards in a row. */

/** Cards that follow each other lie in one run; only the lowest of it counts. */
export function findRuns(cards: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const card of cards) {
    const last = found.at(-1);
    if (last && card - last.at(-1)! === 1) last.push(card);
    else found.push([card]);
  }
  return found;
}
