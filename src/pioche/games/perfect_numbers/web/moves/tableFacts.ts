/** What the parts of the table read from a view. */
import { isJoker } from "../cards/cardKinds";
import type { View } from "../view";

export const GROUP_SIZES = [3, 2, 2, 1] as const;

const PLACES = 4;

const HIGHEST = 7;

/** The number that would be perfect for a series of so many cards; null where no card has it. */
export function findNextPerfect(count: number): number | null {
  return count < HIGHEST ? count + 1 : null;
}

/** Whether the three cards of everybody are still being laid out. */
export function isSettingUp(view: View): boolean {
  return !view.over && !view.taken && view.market.every((group) => group === null);
}

/** The place of the cards that the player on turn adds. */
export function findHandPlace(view: View): string {
  return isSettingUp(view) ? `setup-${view.turn}` : "hand";
}

/** The places of a Collection that are free, and whether one of them is for actions only. */
export function countFreePlaces(view: View, seat: number): { colours: number; actions: number } {
  const colours = Object.keys(view.series[seat] ?? {}).length;
  const stored = view.stored[seat]?.length ? 1 : 0;
  const apart = view.options.interactive ? 1 : 0;
  return apart
    ? { colours: PLACES - 1 - colours, actions: 1 - stored }
    : { colours: PLACES - colours - stored, actions: 0 };
}

/**
 * The cards of a group that have just the number a series of this seat waits for, by their index.
 * Of one colour the lowest is added first, so only that one is looked at; a joker fits any.
 */
export function findWantedCards(
  view: View,
  seat: number | null,
  group: readonly string[],
): number[] {
  const own = seat === null ? {} : (view.series[seat] ?? {});
  const waits = (colour: string, number: string): boolean =>
    own[colour] !== undefined && findNextPerfect(own[colour].length) === Number(number);
  return [...group.keys()].filter((index) => {
    const [colour = "", number = ""] = group[index]!;
    if (isJoker(group[index]!)) return Object.keys(own).some((one) => waits(one, number));
    return waits(colour, number) && group.findIndex((card) => card[0] === colour) === index;
  });
}
