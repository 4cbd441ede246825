import { expect, it } from "vitest";
import { makePlayers } from "$test/gameFixtures";
import { listOthersClockwise } from "./othersClockwise";

const players = makePlayers("Zoé", "Ada", "Bea", "Cem");
const names = (seat: number | null): string[] =>
  listOthersClockwise(players, seat).map(({ name }) => name);

it("begins with the player on the own left and leaves out the own seat", () => {
  expect(names(2)).toEqual(["Cem", "Zoé", "Ada"]);
  expect(names(3)).toEqual(["Zoé", "Ada", "Bea"]);
});

it("lists everybody for somebody who watches", () => {
  expect(names(null)).toEqual(["Zoé", "Ada", "Bea", "Cem"]);
});
