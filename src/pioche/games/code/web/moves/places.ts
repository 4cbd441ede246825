/** Names by which cards travel: of two cards alike, each keeps its own wherever it goes. */
import { HIDDEN } from "../cards/cardKinds";
import type { View } from "../view";

/** Cards by the place where they lie. */
export type Places = Readonly<Record<string, readonly string[]>>;

/** A key for every card of every place, in the same order. */
export type Keys = Readonly<Record<string, readonly string[]>>;

/** Where cards can be seen. */
export function places(view: View): Places {
  const laid = view.laid.map((card, seat) => [
    `laid-${seat}`,
    card !== null && card !== HIDDEN ? [card] : [],
  ]);
  const hands = view.hands.map((hand, seat) => [`hand-${seat}`, hand ?? []]);
  return {
    numbers: view.numbers,
    actions: view.actions,
    ...Object.fromEntries([...laid, ...hands]),
  };
}

/** What stays keeps its key; what is new in a place takes one that was set free, else a new one. */
export function keyed(places: Places, before: Keys): Keys {
  const used = new Set<string>();
  const claim = (key: string | undefined): string | null => {
    if (key !== undefined) used.add(key);
    return key ?? null;
  };
  const free = (keys: readonly string[], card: string): string | undefined =>
    keys.find((key) => cardOf(key) === card && !used.has(key));

  const stayed = Object.entries(places).map(([place, cards]) => ({
    place,
    cards,
    keys: cards.map((card) => claim(free(before[place] ?? [], card))),
  }));
  const all = Object.values(before).flat();
  return Object.fromEntries(
    stayed.map(({ place, cards, keys }) => [
      place,
      cards.map(
        (card, index) => keys[index] ?? claim(free(all, card)) ?? claim(fresh(card, used))!,
      ),
    ]),
  );
}

function fresh(card: string, used: ReadonlySet<string>): string {
  let number = 0;
  while (used.has(`card-${card}-${number}`)) number += 1;
  return `card-${card}-${number}`;
}

function cardOf(key: string): string {
  return key.slice("card-".length, key.lastIndexOf("-"));
}
