import { describe, expect, it } from "vitest";
import { foretold, speech, laid, view } from "./fixture";
import { attempt, cardOf, choices, onFree, onOwn, sources } from "./moves";
import { asked, effectOf, seriesText } from "./says";
import { freePlaces, nextPerfect, settingUp, wanted } from "./view";

describe("moves", () => {
  it("belong to the card they are made with", () => {
    expect(cardOf("add R5", null)).toBe("R5");
    expect(cardOf("replace G steal", null)).toBe("steal");
    expect(cardOf("protect R G", null)).toBe("protect");
    expect(cardOf("discard", "B2")).toBe("B2");
    expect(cardOf("take 1", null)).toBeNull();
  });

  it("are told apart by where they lead", () => {
    const legal = ["add V5", "give Y2 @1", "replace G Y2", "replace A Y2", "add J4 R"];
    expect(choices("V5", view(), legal).map(({ kind }) => kind)).toEqual(["start"]);
    expect(choices("J4", view(), legal).map(({ kind }) => kind)).toEqual(["add"]);
    expect(choices("Y2", view(), legal).map(({ kind }) => kind)).toEqual([
      "give",
      "replace",
      "replace-actions",
    ]);
  });

  it("that cost a series or the actions come last", () => {
    const legal = ["replace A move", "move R"];
    expect(choices("move", view(), legal).map(({ kind }) => kind)).toEqual([
      "move",
      "replace-actions",
    ]);
  });

  it("of Protect are asked for in two parts", () => {
    const legal = ["protect R", "protect G", "protect R R", "protect R G", "protect G R"];
    expect(sources(legal)).toEqual(["R", "G"]);
    expect(choices("protect", view(), legal).map(({ move }) => move)).toEqual([
      "protect R",
      "protect G",
    ]);
    expect(choices("protect", view(), legal, "G").map(({ move }) => move)).toEqual(["protect G R"]);
  });

  it("follow from a card and the series it is put on", () => {
    expect(onOwn("R3", "R", "")).toBe("add R3");
    expect(onOwn("R3", "G", "")).toBe("replace G R3");
    expect(onOwn("J3", "G", "")).toBe("add J3 G");
    expect(onOwn("protect", "G", "R")).toBe("protect R G");
    expect(onFree("Y2", ["R"], [])).toBe("add Y2");
    expect(onFree("R2", ["R"], [])).toBeNull();
    expect(onFree("J2", ["R"], [])).toBeNull();
    expect(onFree("steal", ["R"], [])).toBe("store steal");
  });

  it("can be tried with any card", () => {
    const stored = view({ stored: [["steal"], []] });
    expect(attempt("steal", stored, 0)).toBe("steal @1 R");
    expect(attempt("steal", view(), 0)).toBe("store steal");
    expect(attempt("J4", view(), 0)).toBe("add J4 R");
  });
});

describe("what is seen of a view", () => {
  it("is the number that a series waits for", () => {
    expect(nextPerfect(2)).toBe(3);
    expect(nextPerfect(7)).toBeNull();
    expect(wanted(view(), 0, ["R3", "G2"])).toEqual([0, 1]);
    expect(wanted(view(), 0, ["R2", "R3"])).toEqual([]); // the 2 comes first
    expect(wanted(view(), 0, ["J3", "J4"])).toEqual([0]);
    expect(wanted(view(), null, ["R3"])).toEqual([]);
  });

  it("is how many places are free", () => {
    expect(freePlaces(view(), 0)).toEqual({ colours: 2, actions: 0 });
    const apart = view({ options: { copies: 3, actions: 4, interactive: true } });
    expect(freePlaces(apart, 0)).toEqual({ colours: 1, actions: 1 });
  });

  it("is whether the cards of the set-up are still laid out", () => {
    expect(settingUp(view())).toBe(false);
    expect(settingUp(view({ market: [null, null, null, null] }))).toBe(true);
    expect(settingUp(view({ market: [null, null, null, null], taken: true }))).toBe(false);
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
    const told = view({
      outlook: {
        "add R3": foretold("perfect", 3),
        "add G2": foretold("lose", 2, ["G5", "G2"], [0]),
      },
    });
    expect(effectOf("add R3", told, speech)).toMatchObject({ short: "+3", tone: "perfect" });
    expect(effectOf("add G2", told, speech)).toMatchObject({
      short: "−2",
      long: "costs 2 cards",
      which: "green 5, green 2",
    });
    expect(effectOf("steal @1 V", told, speech)).toBeNull();
  });

  it("asks for what the phase needs", () => {
    expect(asked({ ...base, view: view() })).toBe("Take a group from the Market.");
    expect(asked({ ...base, view: view({ taken: true }), card: "R3", count: 1 })).toBe(
      "Add the red 3:",
    );
    const waiting = view({ taken: true, pending: ["B2", "J4"] });
    expect(asked({ ...base, view: waiting })).toBe("Choose one of your cards.");
    expect(asked({ ...base, view: view({ taken: true }) })).toContain("All added.");
    const perfect = view({ phase: "perfect", perfect: { seat: 1, colour: "V" } });
    expect(asked({ ...base, view: perfect })).toContain("violet series of Ada");
    expect(asked({ ...base, mine: false, view: view({ turn: 1 }) })).toBe("Ada chooses a group.");
  });

  it("tells all of a series", () => {
    const shut = view({
      series: [{ R: [...laid("R4"), { card: "protect", up: false }] }, {}],
      protected: [["R"], []],
    });
    expect(seriesText(shut, 0, "R", speech)).toBe(
      "red series, 2 cards: red 4, face down (Protect). Protected. A 3 would be perfect",
    );
  });
});
