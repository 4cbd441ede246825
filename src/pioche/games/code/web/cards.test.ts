import { expect, test } from "vitest";
import en from "../words/en.json";
import fr from "../words/fr.json";
import { cardName } from "./cards";
import { isNumber, servesCode, findStandIns } from "./cards/cardKinds";

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
  expect(servesCode("R3", "1368")).toBe(true);
  expect(servesCode("joker", "1368")).toBe(true);
  expect(servesCode("R4", "1368")).toBe(false);
  expect(servesCode("skip", "1368")).toBe(false);
});

test("a joker stands for the digit that no number shows", () => {
  const shown = findStandIns("1368", ["B1", "R3", "V8", "joker"]);
  expect(shown.map(({ digit, card }) => digit + card)).toEqual(["1B1", "3R3", "6joker", "8V8"]);
});
