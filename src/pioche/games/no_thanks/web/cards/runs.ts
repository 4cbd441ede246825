/** Runs of cards in a row. */
import type { View } from "../view";

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

/** The card that is up, where it would join a run of this player; else null. */
export function findJoiningCard({ card, taken }: View, seat: number): number | null {
  const cards = taken[seat] ?? [];
  return card !== null && (cards.includes(card - 1) || cards.includes(card + 1)) ? card : null;
}
