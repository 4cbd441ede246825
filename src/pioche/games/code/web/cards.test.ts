import { expect, test } from "vitest";
import en from "../words/en.json";
import fr from "../words/fr.json";
import { cardName } from "./cards";
import { isNumber } from "./cards/cardKinds";

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
