/** Point cards: who has which, how they are written and tracked. */
import type { View } from "../view";

/** The seats in the order in which they take point cards. */
export function orderByPlace(view: View): number[] {
  const place = (seat: number): number => view.count?.[seat]?.place ?? seat;
  return view.series.map((_, seat) => seat).sort((a, b) => place(a) - place(b));
}

/** The point card that a seat took in this round, once it has. */
export function findPointCardWon(view: View, seat: number): number | null {
  return view.won[seat]?.[view.round - 1] ?? null;
}

/** A key for each point card of this round, of which two may be alike: those taken, those left. */
export function makePointKeys(view: View): { won: string[]; left: string[] } {
  const seen = new Map<number, number>();
  const key = (value: number | null): string => {
    if (value === null) return "";
    const before = seen.get(value) ?? 0;
    seen.set(value, before + 1);
    return `point-${value}-${before}`;
  };
  const won = view.series.map((_, seat) => key(findPointCardWon(view, seat)));
  return { won, left: view.points.map(key) };
}
