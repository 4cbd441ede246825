/** What a seat sees of the game, as the server tells it (docs/formats.md). */
export interface View {
  players: number;
  seat: number | null;
  over: boolean;
  options: { round_seconds: number };
  round: number;
  phase: "race" | "points";
  slots: (Slot | null)[];
  held: (Held | null)[];
  series: string[][];
  kept: number[] | null;
  stopped_by: number | null;
  points: number[];
  point_draw_count: number;
  won: number[][];
  choosing: number[];
  target: number;
  scores: number[];
  count: Counted[] | null;
}

/** A card of the spread; what it is only where it lies face up. */
export interface Slot {
  up: boolean;
  card?: string;
}

/** A card in a hand; what it is only for those who may know. */
export interface Held extends Slot {
  slot: number;
}

/** What a series is worth after a race. */
export interface Counted {
  place: number;
  kept: number;
  times: number;
  broke: Broke | null;
}

/** The first wrong card, and what it has in common with the one before it. */
export interface Broke {
  index: number;
  colours: string[];
  times: number | null;
}

export const ROUNDS = 5;

/** How a slot looks: what lies there, or who has it in hand. */
export type Lies = "down" | "up" | "empty" | "yours";

export function lies(view: View, slot: number): Lies {
  const entry = view.slots[slot];
  if (entry) return entry.up ? "up" : "down";
  const own = view.seat === null ? null : view.held[view.seat];
  return own?.slot === slot ? "yours" : "empty";
}

/** The seats in the order in which they take point cards. */
export function inOrder(view: View): number[] {
  const place = (seat: number): number => view.count?.[seat]?.place ?? seat;
  return view.series.map((_, seat) => seat).sort((a, b) => place(a) - place(b));
}

/** The point card that a seat took in this round, once it has. */
export function wonNow(view: View, seat: number): number | null {
  return view.won[seat]?.[view.round - 1] ?? null;
}

/** A point card as it is printed: +7, 0, −4. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** A key for each point card of this round, of which two may be alike: those taken, those left. */
export function pointKeys(view: View): { won: string[]; left: string[] } {
  const seen = new Map<number, number>();
  const key = (value: number | null): string => {
    if (value === null) return "";
    const before = seen.get(value) ?? 0;
    seen.set(value, before + 1);
    return `point-${value}-${before}`;
  };
  const won = view.series.map((_, seat) => key(wonNow(view, seat)));
  return { won, left: view.points.map(key) };
}
