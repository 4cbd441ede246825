/** Cards in columns: their order, their colours, and which columns count. */
import type { Counts, Take } from "../view";

export type ColumnMark = "plus" | "minus";

/** Which colours the plus and the minus of a row come from. */
export function markColumns(counts: Counts): Record<string, ColumnMark> {
  const sizes = Object.values(counts).filter((size) => size > 0);
  const largest = Math.max(...sizes);
  const smallest = Math.min(...sizes.filter((size) => size < largest));
  const mark = (size: number): ColumnMark | null =>
    size === largest ? "plus" : size === smallest ? "minus" : null;
  return Object.fromEntries(
    Object.entries(counts).flatMap(([colour, size]) => {
      const found = mark(size);
      return found ? [[colour, found] as const] : [];
    }),
  );
}

/** The colours of a row that have this mark, in the order of the row. */
export function findMarkedColours(counts: Counts, wanted: ColumnMark): string[] {
  const found = markColumns(counts);
  return Object.keys(counts).filter((colour) => found[colour] === wanted);
}

/** Cards sorted by number; equal numbers keep their order. */
export function sortByNumber(cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => Number(a[1]) - Number(b[1]));
}

/** Cards of one colour. */
export function filterByColour(cards: readonly string[], colour: string): string[] {
  return cards.filter((card) => card[0] === colour);
}

/** What the columns grow by for sure, where a card takes something. */
export function countGrowth(card: string, take: Take): Counts {
  const found: Counts = {};
  if (take.joins) return found;
  for (const one of [card, ...take.sure]) found[one[0]!] = (found[one[0]!] ?? 0) + 1;
  return found;
}
