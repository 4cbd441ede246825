import { describe, expect, it } from "vitest";
import { rebuildRound } from "../rounds/rebuildRound";
import { lesson } from "../lesson";
import { chooseLayout } from "../parts/chooseLayout";
import { en, fr, makeView, scored } from "../testView";
import { formatNumber } from "$kit/behaviour/formatNumber";
import { describeColumn, describeGameLength, describeTake, explainPoints } from "./texts";
import { selectNewEvents, findOrigin, findPromptCard } from "./prompt";
import { sortByNumber, findMarkedColours } from "../cards/columns";
import type { Dealt, Played } from "../view";

describe("marks", () => {
  it("name the colours that count, in their order", () => {
    const marks = { R: "plus", G: "minus", B: "minus" } as const;
    expect(findMarkedColours(marks, "plus")).toEqual(["R"]);
    expect(findMarkedColours(marks, "minus")).toEqual(["G", "B"]);
    expect(findMarkedColours({}, "plus")).toEqual([]);
  });
});

describe("cards", () => {
  it("lie by number", () => {
    expect(sortByNumber(["R9", "Y0", "G9", "B3"])).toEqual(["Y0", "B3", "R9", "G9"]);
  });

  it("are called by colour and number, as their language has it", () => {
    expect([en.card("G6"), fr.card("G6"), fr.card("V")]).toEqual(["green 6", "6 vert", "violet"]);
  });
});

describe("sentences", () => {
  const { takes } = makeView();

  it("say what a card takes", () => {
    expect(describeTake(takes.G6!, en)).toBe("takes the yellow 6 and the blue 6");
    expect(describeTake(takes.G6!, fr)).toBe("prend le 6 jaune et le 6 bleu");
    expect(describeTake(takes.B2!, en)).toBe("takes nothing and goes to the middle");
  });

  it("say what there is to choose", () => {
    expect(describeTake(takes.Y7!, en)).toBe(
      "takes your choice of the yellow 6 or the blue 6 and your choice of the green 8 or the blue 8",
    );
  });

  it("say how a column counts", () => {
    expect(describeColumn("G", 2, "plus", ["Y4", "G1", "G3"], en)).toBe(
      "green: 2 cards (1, 3), largest, counts plus",
    );
    expect(describeColumn("B", 0, undefined, [], fr)).toBe("bleu : aucune");
  });

  it("explain a score", () => {
    const tied = makeView({
      counts: [{ Y: 3, G: 3, B: 1 }, {}],
      marks: [{ Y: "plus", G: "plus", B: "minus" }, {}],
      plus: [6, 0],
      minus: [1, 0],
      points: [5, 0],
    });
    expect(explainPoints(tied, 0, en)).toEqual([
      "Equally large: yellow and green, 3 each. All count: plus 6.",
      "Smallest other colour: blue, 1 card: minus 1.",
      "6 − 1 = 5 points",
    ]);
    expect(explainPoints(tied, 1, fr)).toEqual(["Aucune carte : 0 point."]);
    expect(formatNumber(-3)).toBe("−3");
  });
});

describe("how long the game goes on", () => {
  const minutes = { target: 30, rounds: 0, minutes: 20 };

  it("is said by points or by rounds", () => {
    expect(describeGameLength(makeView(), null, en)).toBe("Round 1 · playing to 30 points");
    const options = { target: 30, rounds: 4, minutes: 0 };
    expect(describeGameLength(makeView({ options }), null, en)).toBe("Round 1 of 4");
  });

  it("is counted down where a time was agreed", () => {
    const view = makeView({ options: minutes, last: null });
    expect(describeGameLength(view, 754_000, en)).toBe("Round 1 · 12:34 left");
    expect(describeGameLength(view, 9_001, fr)).toBe("Manche 1 · encore 0:09");
    expect(describeGameLength(view, 0, en)).toBe("Round 1 · 0:00 left");
    expect(describeGameLength(view, null, en)).toBe("Round 1 · 20 minutes in all");
  });

  it("says when a round is the last, and nothing more in extra rounds", () => {
    const last = makeView({ options: minutes, last: 3, round: 3 });
    expect(describeGameLength(last, null, en)).toBe("Round 3 · the last one");
    expect(describeGameLength({ ...last, round: 4 }, null, en)).toBe("Round 4");
  });
});

describe("a finished round", () => {
  const after = makeView({ round: 2, scores: [[2, 2]] });

  it("has the rows that were scored, and what counted in them", () => {
    const found = rebuildRound(makeView(), after, scored);
    expect(found?.rows[0]).toEqual(["Y4", "G1", "G3", "G6"]);
    expect(found?.counts[0]).toEqual({ Y: 1, G: 3, B: 0 });
    expect(found?.marks[0]).toEqual({ Y: "minus", G: "plus" });
    expect(found?.totals).toEqual([7, 7]);
    expect(found?.round).toBe(1);
  });

  it("is none while the round goes on", () => {
    expect(rebuildRound(makeView(), makeView(), [])).toBeNull();
  });
});

describe("what just happened", () => {
  const played: Played = { type: "played", seat: 1, card: "B5" };

  it("leaves out the old round after a new deal", () => {
    const dealt: Dealt = { type: "dealt", round: 2, seat: 0 };
    expect(selectNewEvents([played, dealt])).toEqual([dealt]);
    expect(selectNewEvents([played])).toEqual([played]);
  });

  it("shows a card on its way where its row is not to be seen", () => {
    const view = makeView();
    expect(findPromptCard(view, [played], () => true)).toEqual({
      card: "B5",
      seat: 1,
      here: true,
    });
    expect(findPromptCard(view, [played], () => false)?.here).toBe(false);
    expect(findPromptCard({ ...view, middle: ["B5"] }, [played], () => true)?.here).toBe(false);
  });

  it("knows who put a card into the middle", () => {
    expect(findOrigin("B5", [{ type: "joined", seat: 1, card: "B5" }])).toBe("seat-1");
    expect(findOrigin("B5", [])).toBe("pile");
  });
});

describe("room", () => {
  it("is enough for all cards on a desktop", () => {
    expect(chooseLayout(1280, 800, 5)).toEqual({
      compactOthers: false,
      compactOwn: false,
      ownAmongOthers: false,
    });
  });

  it("is scarce on a small phone with six", () => {
    expect(chooseLayout(360, 640, 5)).toEqual({
      compactOthers: true,
      compactOwn: true,
      ownAmongOthers: true,
    });
    expect(chooseLayout(360, 640, 4).ownAmongOthers).toBe(false);
  });

  it("lets one sit ownAmongOthers the others on a phone on its side", () => {
    expect(chooseLayout(844, 390, 4)).toEqual({
      compactOthers: true,
      compactOwn: true,
      ownAmongOthers: true,
    });
  });
});

describe("the lesson", () => {
  const positions = [lesson.position, ...lesson.steps.flatMap((step) => step.position ?? [])];

  it("has every card once in each position", () => {
    for (const { hands, middle, draw, rows } of positions as Record<string, any>[]) {
      const cards = [...hands.flat(), ...middle, ...draw, ...rows.flat()];
      expect([cards.length, new Set(cards).size]).toEqual([30, 30]);
    }
  });
});
