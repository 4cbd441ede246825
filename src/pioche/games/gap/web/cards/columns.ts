/** Cards in columns: their order, their colours, and the columns that count. */
import type { View } from "../view";

/** Cards by colour. */
export type Counts = View["counts"][number];

/** The colours of a row that count, and how. */
export type Marks = View["marks"][number];

export type ColumnMark = Marks[string];

/** The colours of a row that count this way, in the order of the row. */
export function findMarkedColours(marks: Marks, wanted: ColumnMark): string[] {
  return Object.keys(marks).filter((colour) => marks[colour] === wanted);
}

/** Cards sorted by number; equal numbers keep their order. */
export function sortByNumber(cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => Number(a[1]) - Number(b[1]));
}

/** Cards of one colour. */
export function filterByColour(cards: readonly string[], colour: string): string[] {
  return cards.filter((card) => card[0] === colour);
}
