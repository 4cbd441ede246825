import { describe, expect, it } from "vitest";
import { makeView } from "../testView";
import { follow, places, type Keys } from "./places";

const NONE: Keys = new Map();
const now = (all: Record<string, string[]>): Map<string, string[]> => new Map(Object.entries(all));
const keysAt = (keys: Keys, place: string): string[] => keys.get(place)!.map(({ key }) => key);

describe("keys of cards", () => {
  it("are all different, even of equal cards", () => {
    const keys = follow(NONE, now({ "market-0": ["R5", "R5"], hand: ["R5"] }));
    expect(new Set([...keys.values()].flat().map(({ key }) => key)).size).toBe(3);
  });

  it("travel with a card from place to place, past an equal one that stays", () => {
    const before = follow(NONE, now({ "series-0-R": ["R5"], "market-0": ["R5"], hand: [] }));
    const after = follow(before, now({ "series-0-R": ["R5"], "market-0": [], hand: ["R5"] }));
    expect(keysAt(after, "series-0-R")).toEqual(keysAt(before, "series-0-R"));
    expect(keysAt(after, "hand")).toEqual(keysAt(before, "market-0"));
  });

  it("are new for what is dealt to the Market, even as an equal card is discarded", () => {
    const before = follow(NONE, now({ "series-0-R": ["R5"], "market-0": [] }));
    const after = follow(before, now({ "series-0-R": [], "market-0": ["R5"] }));
    expect(keysAt(after, "market-0")).not.toEqual(keysAt(before, "series-0-R"));
  });

  it("stay as they are where nothing changes", () => {
    const before = follow(NONE, places(makeView()));
    expect(follow(before, places(makeView()))).toEqual(before);
  });
});
