import { beforeEach, expect, it } from "vitest";
import { keepSeal, keptSeal } from "./seals";

beforeEach(() => localStorage.clear());

it("keeps the first seal of a table, whatever comes later", () => {
  keepSeal("abc", "one", true);
  keepSeal("abc", "two", true);
  expect(keptSeal("abc")).toEqual({ commitment: "one", early: true });
});

it("knows nothing of other tables, and survives rubbish", () => {
  expect(keptSeal("abc")).toBeNull();
  localStorage.setItem("pioche-seals", "{");
  expect(keptSeal("abc")).toBeNull();
});

it("forgets the oldest", () => {
  for (let number = 0; number < 205; number++) keepSeal(`t${number}`, "x", false);
  expect(keptSeal("t0")).toBeNull();
  expect(keptSeal("t204")).not.toBeNull();
});
