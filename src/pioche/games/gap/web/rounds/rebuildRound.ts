import type { Event } from "$words/speech";
import type { Counts, View } from "../view";

/**
 * The round that has just ended, as it lay there: the next one is dealt in the same breath, so its
 * last move is added from what happened. Null where none has ended.
 */
export function rebuildRound(before: View, after: View, events: readonly Event[]): View | null {
  const scored = events.filter((event) => event.type === "scored");
  if (after.round !== before.round + 1 || scored.length !== before.players) return null;
  const rows = before.rows.map((row) => [...row]);
  rows[before.turn]!.push(...listGainedCards(before, events));
  const of = (key: string): number[] => scored.map((event) => Number(event[key]));
  return {
    ...before,
    rows,
    counts: rows.map((row) => countColours(row, before.colours)),
    plus: of("plus"),
    minus: of("minus"),
    totals: of("total"),
    scores: after.scores,
  };
}

/** What the last move brought into its row. */
function listGainedCards(before: View, events: readonly Event[]): string[] {
  const one = (type: string): Event | undefined => events.find((event) => event.type === type);
  if (one("joined")) return [];
  const card = (one("played")?.card as string | undefined) ?? before.played;
  return [...(card ? [card] : []), ...((one("took")?.cards as string[] | undefined) ?? [])];
}

function countColours(row: readonly string[], colours: readonly string[]): Counts {
  return Object.fromEntries(
    colours.map((colour) => [colour, row.filter((card) => card[0] === colour).length]),
  );
}
