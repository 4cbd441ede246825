import { describe, expect, it } from "vitest";
import { trackCards, type TrackedPlaces } from "./trackCards";

const NONE: TrackedPlaces = new Map();
const lay = (all: Record<string, string[]>): Map<string, string[]> => new Map(Object.entries(all));
const keysAt = (places: TrackedPlaces, place: string): string[] =>
  places.get(place)!.map(({ key }) => key);

describe("the keys of cards", () => {
  it("are all different, even of equal cards", () => {
    const places = trackCards(NONE, lay({ hand: ["R5", "R5", "skip"], pile: ["R5"] }));
    expect(keysAt(places, "hand")).toEqual(["card-R5-0", "card-R5-1", "card-skip-0"]);
    expect(keysAt(places, "pile")).toEqual(["card-R5-2"]);
  });

  it("travel with a card from place to place, past an equal one that stays", () => {
    const before = trackCards(NONE, lay({ numbers: ["R5"], hand: ["R5", "B2"] }));
    const after = trackCards(before, lay({ numbers: ["R5", "R5"], hand: ["B2"] }));
    expect(keysAt(after, "numbers")).toEqual(["card-R5-0", "card-R5-1"]);
    expect(keysAt(after, "hand")).toEqual(["card-B2-0"]);
  });

  it("are new for a card that is drawn beside an equal one", () => {
    const before = trackCards(NONE, lay({ hand: ["R5"] }));
    const after = trackCards(before, lay({ hand: ["R5", "R5"] }));
    expect(keysAt(after, "hand")).toEqual(["card-R5-0", "card-R5-1"]);
  });

  it("stay as they are in a hand while a pile is shuffled away", () => {
    const before = trackCards(NONE, lay({ numbers: ["R5", "B1"], hand: ["R5"] }));
    const after = trackCards(before, lay({ numbers: ["B1"], hand: ["R5"] }));
    expect(keysAt(after, "hand")).toEqual(keysAt(before, "hand"));
  });

  it("stay as they are where nothing changes", () => {
    const places = lay({ numbers: ["R5", "R5"], hand: ["R5"], empty: [] });
    const before = trackCards(NONE, places);
    expect(trackCards(before, places)).toEqual(before);
  });

  it("are new where cards are dealt, even as an equal card leaves", () => {
    const isDealt = (place: string): boolean => place === "market";
    const before = trackCards(NONE, lay({ series: ["R5"], market: [] }), isDealt);
    const after = trackCards(before, lay({ series: [], market: ["R5"] }), isDealt);
    expect(keysAt(after, "market")).not.toEqual(keysAt(before, "series"));
  });
});
