import type { GameEvent, View } from "../view";

/**
 * The round that has just ended, as it lay there: the next one is dealt in the same breath, so its
 * rows and what they count come from the events. Null where none has ended.
 */
export function rebuildRound(before: View, after: View, events: readonly GameEvent[]): View | null {
  const scored = events.filter((event) => event.type === "scored");
  if (after.round !== before.round + 1 || scored.length !== before.players) return null;
  return {
    ...before,
    rows: scored.map((event) => event.row),
    counts: scored.map((event) => event.counts),
    marks: scored.map((event) => event.marks),
    plus: scored.map((event) => event.plus),
    minus: scored.map((event) => event.minus),
    points: scored.map((event) => event.points),
    totals: scored.map((event) => event.total),
    scores: after.scores,
  };
}
