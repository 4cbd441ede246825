import { describe, expect, it } from "vitest";
import { foretell, speech, layCards, makeView } from "../testView";
import {
  chooseAttempt,
  findMoveCard,
  listChoices,
  makeMoveOnFreePlace,
  makeMoveOnSeries,
  listCovers,
} from "./moves";
import { describePrompt, describeEffect, describeSeries } from "./texts";

describe("moves", () => {
  it("belong to the card they are made with", () => {
    expect(findMoveCard("add R5", null)).toBe("R5");
    expect(findMoveCard("replace G steal", null)).toBe("steal");
    expect(findMoveCard("protect R G", null)).toBe("protect");
    expect(findMoveCard("discard", "B2")).toBe("B2");
    expect(findMoveCard("take 1", null)).toBeNull();
  });

  it("are told apart by where they lead", () => {
    const legal = ["add V5", "give Y2 @1", "replace G Y2", "replace A Y2", "add J4 R"];
    expect(listChoices("V5", makeView(), legal).map(({ kind }) => kind)).toEqual(["start"]);
    expect(listChoices("J4", makeView(), legal).map(({ kind }) => kind)).toEqual(["add"]);
    expect(listChoices("Y2", makeView(), legal).map(({ kind }) => kind)).toEqual([
      "give",
      "replace",
      "replace-actions",
    ]);
  });

  it("that cost a series or the actions come last", () => {
    const legal = ["replace A move", "move R"];
    expect(listChoices("move", makeView(), legal).map(({ kind }) => kind)).toEqual([
      "move",
      "replace-actions",
    ]);
  });

  it("of Protect are asked for in two parts", () => {
    const legal = ["protect R", "protect G", "protect R R", "protect R G", "protect G R"];
    expect(listCovers(legal)).toEqual(["R", "G"]);
    expect(listChoices("protect", makeView(), legal).map(({ move }) => move)).toEqual([
      "protect R",
      "protect G",
    ]);
    expect(listChoices("protect", makeView(), legal, "G").map(({ move }) => move)).toEqual([
      "protect G R",
    ]);
  });

  it("follow from a card and the series it is put on", () => {
    expect(makeMoveOnSeries("R3", "R", "")).toBe("add R3");
    expect(makeMoveOnSeries("R3", "G", "")).toBe("replace G R3");
    expect(makeMoveOnSeries("J3", "G", "")).toBe("add J3 G");
    expect(makeMoveOnSeries("protect", "G", "R")).toBe("protect R G");
    expect(makeMoveOnFreePlace("Y2", ["R"], [])).toBe("add Y2");
    expect(makeMoveOnFreePlace("R2", ["R"], [])).toBeNull();
    expect(makeMoveOnFreePlace("J2", ["R"], [])).toBeNull();
    expect(makeMoveOnFreePlace("steal", ["R"], [])).toBe("store steal");
  });

  it("can be tried with any card", () => {
    const stored = makeView({ stored: [["steal"], []] });
    expect(chooseAttempt("steal", stored, 0)).toBe("steal @1 R");
    expect(chooseAttempt("steal", makeView(), 0)).toBe("store steal");
    expect(chooseAttempt("J4", makeView(), 0)).toBe("add J4 R");
  });
});

describe("what is said", () => {
  const base = {
    seat: 0,
    mine: true,
    card: null,
    count: 0,
    actions: false,
    speech,
    names: ["Zoé", "Ada"],
  };

  it("tells the effect of a move in short and in full", () => {
    const told = makeView({
      outlook: {
        "add R3": foretell("perfect", 3),
        "add G2": foretell("lose", 2, ["G5", "G2"], [0]),
      },
    });
    expect(describeEffect("add R3", told, speech)).toMatchObject({ short: "+3", tone: "perfect" });
    expect(describeEffect("add G2", told, speech)).toMatchObject({
      short: "−2",
      long: "costs 2 cards",
      which: "green 5, green 2",
    });
    expect(describeEffect("steal @1 V", told, speech)).toBeNull();
  });

  it("asks for what the phase needs", () => {
    expect(describePrompt({ ...base, view: makeView() })).toBe("Take a group from the Market.");
    expect(describePrompt({ ...base, view: makeView({ taken: true }), card: "R3", count: 1 })).toBe(
      "Add the red 3:",
    );
    const waiting = makeView({ taken: true, pending: ["B2", "J4"] });
    expect(describePrompt({ ...base, view: waiting })).toBe("Choose one of your cards.");
    expect(describePrompt({ ...base, view: makeView({ taken: true }) })).toContain("All added.");
    const perfect = makeView({ phase: "perfect", perfect: { seat: 1, colour: "V" } });
    expect(describePrompt({ ...base, view: perfect })).toContain("violet series of Ada");
    expect(describePrompt({ ...base, mine: false, view: makeView({ turn: 1 }) })).toBe(
      "Ada chooses a group.",
    );
  });

  it("tells all of a series", () => {
    const shut = makeView({
      series: [{ R: [...layCards("R4"), { card: "protect", up: false }] }, {}],
      protected: [["R"], []],
      waits_for: [{ R: 3 }, {}],
    });
    expect(describeSeries(shut, 0, "R", speech)).toBe(
      "red series, 2 cards: red 4, face down (Protect). Protected. A 3 would be perfect",
    );
  });
});
