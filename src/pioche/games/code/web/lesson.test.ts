import { expect, test } from "vitest";
import en from "../words/en.json";
import fr from "../words/fr.json";
import { lesson } from "./lesson";

test("all cards are there, once each", () => {
  const { hands, draw, numbers } = lesson.position as Record<string, string[]>;
  expect([...hands!.flat(), ...draw!, ...numbers!]).toHaveLength(110);
  const codes = lesson.position as { codes: string[]; codes_aside: string[] };
  expect(new Set([...codes.codes, ...codes.codes_aside]).size).toBe(10);
});

test("every step has its words, and no words are left over", () => {
  const said = lesson.steps.flatMap((step) => [step.say, step.otherwise ?? []].flat());
  expect(Object.keys(en.lesson).sort()).toEqual([...said].sort());
  expect(Object.keys(fr.lesson).sort()).toEqual([...said].sort());
});
