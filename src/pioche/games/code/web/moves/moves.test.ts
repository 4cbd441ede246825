import { expect, test } from "vitest";
import {
  findMovesAlone,
  NO_CHOICE,
  findPartners,
  findReadyMove,
  findTakenKeys,
  applyTap,
  turnPair,
} from "./moves";
import type { TrackedCard } from "$kit/behaviour/trackCards";

const hand: TrackedCard[] = ["B1", "R2", "R2", "V4", "swap", "skip"].map((card, index) => ({
  card,
  key: `${card}-${index}`,
}));
const legal = [
  "play B1",
  "sum B1 V4",
  "sum V4 B1",
  "sum R2 R2",
  "draw",
  "swap number",
  "swap none",
  "skip",
];

test("a card knows what it does alone and with whom it makes a pair", () => {
  expect(findMovesAlone("B1", legal)).toEqual(["play B1"]);
  expect(findPartners("B1", legal)).toEqual(["V4"]);
  expect(findMovesAlone("V4", legal)).toEqual([]);
  expect(findPartners("R2", legal)).toEqual(["R2"]);
  expect(findMovesAlone("swap", legal)).toEqual(["swap number", "swap none"]);
});

test("the first tap picks a card out, the second plays it", () => {
  const first = applyTap(NO_CHOICE, "B1-0", hand, legal);
  expect(first).toEqual({
    choice: { first: "B1-0", second: null },
    move: null,
  });
  expect(applyTap(first.choice, "B1-0", hand, legal).move).toBe("play B1");
});

test("a tap on a partner makes a pair, and it lies on top", () => {
  const pair = applyTap({ first: "B1-0", second: null }, "V4-3", hand, legal);
  expect(pair).toEqual({
    choice: { first: "B1-0", second: "V4-3" },
    move: null,
  });
  expect(findReadyMove(pair.choice, hand, legal)).toBe("sum B1 V4");
  expect(applyTap(pair.choice, "V4-3", hand, legal).move).toBe("sum B1 V4");
});

test("a tap on the lower one turns the pair over", () => {
  const turned = applyTap({ first: "B1-0", second: "V4-3" }, "B1-0", hand, legal);
  expect(turned).toEqual({
    choice: { first: "V4-3", second: "B1-0" },
    move: null,
  });
  expect(findReadyMove(turned.choice, hand, legal)).toBe("sum V4 B1");
});

test("two cards alike are a pair, and there is nothing to turn over", () => {
  const pair = applyTap({ first: "R2-1", second: null }, "R2-2", hand, legal).choice;
  expect(findReadyMove(pair, hand, legal)).toBe("sum R2 R2");
  expect(turnPair(pair, hand, legal)).toBeNull();
});

test("half a pair and a swap wait for more", () => {
  expect(applyTap({ first: "V4-3", second: null }, "V4-3", hand, legal).move).toBeNull();
  expect(findReadyMove({ first: "swap-4", second: null }, hand, legal)).toBeNull();
  expect(findReadyMove({ first: "skip-5", second: null }, hand, legal)).toBe("skip");
});

test("a move takes as many cards as it names", () => {
  expect(findTakenKeys("sum R2 R2", hand)).toEqual(["R2-1", "R2-2"]);
  expect(findTakenKeys("play R2", hand)).toEqual(["R2-1"]);
  expect(findTakenKeys("swap number", hand)).toEqual(["swap-4"]);
  expect(findTakenKeys("draw", hand)).toEqual([]);
});
