/** Where cards can be seen. */
import type { CardPlaces } from "$kit/behaviour/trackCards";
import { HIDDEN } from "../cards/cardKinds";
import type { View } from "../view";

export function listPlaces(view: View): CardPlaces {
  return new Map<string, readonly string[]>([
    ["numbers", view.numbers],
    ["actions", view.actions],
    ...view.laid.map((card, seat) => {
      const shown = card !== null && card !== HIDDEN ? [card] : [];
      return [`laid-${seat}`, shown] as const;
    }),
    ...view.hands.map((hand, seat) => [`hand-${seat}`, hand ?? []] as const),
  ]);
}
