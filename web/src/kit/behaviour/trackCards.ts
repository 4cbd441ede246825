/** Which card is which: of cards that look alike, each keeps its key wherever it goes. */

/** A card, and the key by which its moves are followed. */
export interface TrackedCard {
  card: string;
  key: string;
}

/** The cards of each place, in order. */
export type CardPlaces = ReadonlyMap<string, readonly string[]>;

/** The same with their keys. */
export type TrackedPlaces = ReadonlyMap<string, readonly TrackedCard[]>;

/**
 * The keys of all cards after a change. A card that stays keeps its key. A card that is new in its
 * place takes the key of an equal card that has left another place, or else a new one. A place for
 * which `isDealt` is true gets its new cards from the pile only, so they always have new keys.
 */
export function trackCards(
  before: TrackedPlaces,
  places: CardPlaces,
  isDealt: (place: string) => boolean = () => false,
): TrackedPlaces {
  const left = new Map([...before].map(([place, cards]) => [place, [...cards]]));
  const stayed = [...places].map(([place, cards]) => ({
    place,
    cards: cards.map((card) => ({ card, old: takeCard(left.get(place) ?? [], card) })),
  }));
  const moved = [...left.values()].flat();
  const used = new Set([...before.values()].flat().map(({ key }) => key));
  return new Map(
    stayed.map(({ place, cards }) => [
      place,
      cards.map(({ card, old }) => {
        const found = old ?? (isDealt(place) ? undefined : takeCard(moved, card));
        return found ?? { card, key: makeKey(card, used) };
      }),
    ]),
  );
}

function takeCard(from: TrackedCard[], card: string): TrackedCard | undefined {
  const at = from.findIndex((one) => one.card === card);
  return at < 0 ? undefined : from.splice(at, 1)[0];
}

function makeKey(card: string, used: Set<string>): string {
  let number = 0;
  while (used.has(`card-${card}-${number}`)) number += 1;
  const key = `card-${card}-${number}`;
  used.add(key);
  return key;
}
