import { expect, test } from "vitest";
import en from "../words/en.json";
import fr from "../words/fr.json";
import { cardName } from "./cards";
import { isNumber, serves, standIns } from "./view";

test("cards are called as one says them", () => {
  expect(cardName("B5", en)).toBe("blue 5");
  expect(cardName("B5", fr)).toBe("5 bleu");
  expect(cardName("plus2", en)).toBe("+2");
  expect(cardName("?", fr)).toBe("carte cachée");
});

test("numbers are told from actions", () => {
  expect(["R0", "V9"].every(isNumber)).toBe(true);
  expect(["reset", "reverse", "joker", "?"].some(isNumber)).toBe(false);
});

test("a code is served by its digits and by jokers", () => {
  expect(serves("R3", "1368")).toBe(true);
  expect(serves("joker", "1368")).toBe(true);
  expect(serves("R4", "1368")).toBe(false);
  expect(serves("skip", "1368")).toBe(false);
});

test("a joker stands for the digit that no number shows", () => {
  const shown = standIns("1368", ["B1", "R3", "V8", "joker"]);
  expect(shown.map(({ digit, card }) => digit + card)).toEqual(["1B1", "3R3", "6joker", "8V8"]);
});
