/** What surrounds a table and its parts may want to show: bubbles and clocks. None in a replay. */
import { createContext } from "svelte";
import type { Line } from "./protocol";

export interface Around {
  /** What a seat has just said. */
  saying: (seat: number) => Line | undefined;
  /** Milliseconds left to a seat; null where there is no clock. */
  clock: (seat: number) => number | null;
}

const NOTHING: Around = { saying: () => undefined, clock: () => null };
const [get, set] = createContext<Around>();

export const surround = set;

export function around(): Around {
  try {
    return get();
  } catch {
    return NOTHING;
  }
}
