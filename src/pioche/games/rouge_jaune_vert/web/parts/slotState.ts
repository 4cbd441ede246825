/** How a slot of the spread looks. */
import type { View } from "../view";

/** How a slot looks: what lies there, or who has it in hand. */
export type SlotState = "down" | "up" | "empty" | "yours";

export function findSlotState(view: View, slot: number): SlotState {
  const entry = view.slots[slot];
  if (entry) return entry.up ? "up" : "down";
  const own = view.seat === null ? null : view.held[view.seat];
  return own?.slot === slot ? "yours" : "empty";
}
