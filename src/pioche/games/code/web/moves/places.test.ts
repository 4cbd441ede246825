import { expect, test } from "vitest";
import { keyed } from "./places";

test("two cards alike have keys of their own", () => {
  const keys = keyed({ hand: ["R5", "R5", "skip"] }, {});
  expect(keys.hand).toEqual(["card-R5-0", "card-R5-1", "card-skip-0"]);
});

test("a card keeps its key where it goes, and so does its twin that stays", () => {
  const before = keyed({ numbers: ["R5"], hand: ["R5", "B2"] }, {});
  const after = keyed({ numbers: ["R5", "R5"], hand: ["B2"] }, before);
  expect(after.numbers).toEqual(["card-R5-0", "card-R5-1"]);
  expect(after.hand).toEqual(["card-B2-0"]);
});

test("what is drawn does not take the key of what was there", () => {
  const before = keyed({ hand: ["R5"] }, {});
  expect(keyed({ hand: ["R5", "R5"] }, before).hand).toEqual(["card-R5-0", "card-R5-1"]);
});

test("a pile that is shuffled away leaves the hand as it was", () => {
  const before = keyed({ numbers: ["R5", "B1"], hand: ["R5"] }, {});
  const after = keyed({ numbers: ["B1"], hand: ["R5"] }, before);
  expect(after.hand).toEqual(before.hand);
});
