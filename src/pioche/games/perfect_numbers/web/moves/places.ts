/** The places of the table with their cards. */
import { trackCards, type CardPlaces, type TrackedPlaces } from "$kit/behaviour/trackCards";
import type { View } from "../view";

/** The keys of all cards after a change. What is new in the Market comes from the pile. */
export function trackTable(before: TrackedPlaces, view: View): TrackedPlaces {
  return trackCards(before, listPlaces(view), (place) => place.startsWith("market"));
}

function listPlaces(view: View): CardPlaces {
  const series = view.series.flatMap((all, seat) =>
    Object.entries(all).map(
      ([colour, cards]) => [`series-${seat}-${colour}`, cards.map(({ card }) => card)] as const,
    ),
  );
  return new Map<string, readonly string[]>([
    ...view.market.map((group, index) => [`market-${index}`, group ?? []] as const),
    ...view.setup_hands.map((hand, seat) => [`setup-${seat}`, hand] as const),
    ["hand", view.pending],
    ["stolen", view.stolen === null ? [] : [view.stolen]],
    ...series,
    ...view.stored.map((cards, seat) => [`stored-${seat}`, cards] as const),
  ]);
}
