import { expect, test } from "vitest";
import { lesson } from "./lesson";

test("all cards are there, once each", () => {
  const { hands, draw, numbers } = lesson.position as Record<string, string[]>;
  expect([...hands!.flat(), ...draw!, ...numbers!]).toHaveLength(110);
  const codes = lesson.position as { codes: string[]; codes_aside: string[] };
  expect(new Set([...codes.codes, ...codes.codes_aside]).size).toBe(10);
});
