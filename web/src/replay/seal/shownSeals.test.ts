import { beforeEach, expect, it } from "vitest";
import { storeSeal, findSeal } from "./shownSeals";

beforeEach(() => localStorage.clear());

it("keeps the first seal of a table, whatever comes later", () => {
  storeSeal("abc", "one", true);
  storeSeal("abc", "two", true);
  expect(findSeal("abc")).toEqual({ commitment: "one", early: true });
});

it("knows nothing of other tables, and survives rubbish", () => {
  expect(findSeal("abc")).toBeNull();
  localStorage.setItem("pioche-seals", "{");
  expect(findSeal("abc")).toBeNull();
});

it("forgets the oldest", () => {
  for (let number = 0; number < 205; number++) storeSeal(`t${number}`, "x", false);
  expect(findSeal("t0")).toBeNull();
  expect(findSeal("t204")).not.toBeNull();
});
