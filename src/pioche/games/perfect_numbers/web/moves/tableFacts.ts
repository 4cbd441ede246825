/** What the parts of the table read from a view. */
import type { View } from "../view";

export const GROUP_SIZES = [3, 2, 2, 1] as const;

/** The place of the cards that the player on turn adds. */
export function findHandPlace(view: View): string {
  return view.in_setup ? `setup-${view.turn}` : "hand";
}
