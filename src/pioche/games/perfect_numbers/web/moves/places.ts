/** Which card is which: there are several of most, and each is followed as it travels. */
import type { View } from "../view";

/** The cards of each place, in order. */
export type Places = ReadonlyMap<string, readonly string[]>;
/** Their keys, in the same order. */
export type Keys = ReadonlyMap<string, readonly Keyed[]>;

interface Keyed {
  card: string;
  key: string;
}

/** Every place of the table with its cards. */
export function places(view: View): Places {
  const found = new Map<string, readonly string[]>();
  view.market.forEach((group, index) => found.set(`market-${index}`, group ?? []));
  view.setup_hands.forEach((hand, seat) => found.set(`setup-${seat}`, hand));
  found.set("hand", view.pending);
  found.set("stolen", view.stolen === null ? [] : [view.stolen]);
  view.series.forEach((all, seat) => {
    for (const [colour, cards] of Object.entries(all)) {
      found.set(
        `series-${seat}-${colour}`,
        cards.map(({ card }) => card),
      );
    }
  });
  view.stored.forEach((cards, seat) => found.set(`stored-${seat}`, cards));
  return found;
}

/**
 * The keys of all cards after a change: who stays keeps its own, who comes from elsewhere brings
 * it along, and what comes from the pile (as all of the Market does) gets a new one.
 */
export function follow(before: Keys, now: Places): Keys {
  const gone = new Map([...before].map(([place, cards]) => [place, [...cards]]));
  const given = new Map([...now].map(([place, cards]) => [place, stay(cards, gone.get(place))]));
  const left = [...gone.values()].flat();
  const taken = new Set([...before.values()].flat().map(({ key }) => key));
  const found = new Map<string, Keyed[]>();
  for (const [place, cards] of now) {
    found.set(
      place,
      cards.map((card, index) => {
        const old = given.get(place)![index];
        const came = old || place.startsWith("market") ? undefined : draw(left, card);
        return old ?? came ?? { card, key: fresh(card, taken) };
      }),
    );
  }
  return found;
}

function stay(cards: readonly string[], old: Keyed[] = []): (Keyed | undefined)[] {
  return cards.map((card) => draw(old, card));
}

function draw(from: Keyed[], card: string): Keyed | undefined {
  const at = from.findIndex((one) => one.card === card);
  return at < 0 ? undefined : from.splice(at, 1)[0];
}

function fresh(card: string, taken: Set<string>): string {
  let number = 0;
  while (taken.has(`card-${card}-${number}`)) number += 1;
  const key = `card-${card}-${number}`;
  taken.add(key);
  return key;
}
