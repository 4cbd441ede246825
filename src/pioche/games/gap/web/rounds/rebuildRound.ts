import type { Event } from "$words/speech";
import type { Counts, Marks, View } from "../view";

/**
 * The round that has just ended, as it lay there: the next one is dealt in the same breath, so its
 * rows and what they count come from the events. Null where none has ended.
 */
export function rebuildRound(before: View, after: View, events: readonly Event[]): View | null {
  const scored = events.filter((event) => event.type === "scored");
  if (after.round !== before.round + 1 || scored.length !== before.players) return null;
  const of = <T>(key: string): T[] => scored.map((event) => event[key] as T);
  return {
    ...before,
    rows: of<string[]>("row"),
    counts: of<Counts>("counts"),
    marks: of<Marks>("marks"),
    plus: of<number>("plus"),
    minus: of<number>("minus"),
    points: of<number>("points"),
    totals: of<number>("total"),
    scores: after.scores,
  };
}
