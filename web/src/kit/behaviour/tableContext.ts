/** What a table knows beside the game: chat bubbles and clocks. A replay has neither. */
import { createContext } from "svelte";
import type { ChatLine } from "$lib/protocol";

export interface TableContext {
  /** What a seat has just said. */
  saying: (seat: number) => ChatLine | undefined;
  /** Milliseconds left to a seat; null where there is no clock. */
  clock: (seat: number) => number | null;
}

const NOTHING: TableContext = { saying: () => undefined, clock: () => null };
const [get, set] = createContext<TableContext>();

export const setTableContext = set;

export function getTableContext(): TableContext {
  try {
    return get();
  } catch {
    return NOTHING;
  }
}
