import { describe, expect, it } from "vitest";
import { findText, fillTemplate, Speech, typeset, typesetAll } from "./speech";

const CHIPS = { one: "{n} chip", other: "{n} chips", by: "n" };

const TEXTS = {
  moves: {
    give: "give the {0} to {1}",
    add: { "1": "add the {0}", "2": "add the {0} to {1}" },
    pass: "pass",
  },
  events: {
    gave: "{seat} gives the {card} to {to}.",
    got: "{seat} gets {cards}.",
    tied: "A tie: {seats}.",
    named: "{seat} names {colour}.",
    paid: { one: "{seat} pays {n} chip.", other: "{seat} pays {n} chips.", by: "n" },
  },
  refusals: { full: "{seat} has {n} cards." },
  colours: { R: "red", B: "blue" },
  lesson: { hello: "Hello!" },
};
const HOUSE = { refusals: { "not-yours": "It is not your turn." }, advice: {} };
const names = ["Zoé", "Ada", "Blaise"];
const speech = new Speech(TEXTS, "en", HOUSE, (card) => `card ${String(card)}`);

describe("filling in", () => {
  it.each([
    [0, "0 chips", "0 chip"],
    [1, "1 chip", "1 chip"],
    [-1, "-1 chip", "-1 chip"],
    [2, "2 chips", "2 chips"],
  ])("counts %i as each language does", (n, english, french) => {
    expect(fillTemplate(CHIPS, { n }, "en")).toBe(english);
    expect(fillTemplate(CHIPS, { n }, "fr")).toBe(french);
  });

  it("leaves what it has no value for, and ignores formats of other programs", () => {
    expect(fillTemplate("{a} {b:>3} {c}", { a: 1, b: 2 }, "en")).toBe("1 2 {c}");
  });

  it("lets no French line begin with a sign or a unit", () => {
    expect(typeset("« Non merci ! » : oui ; quoi ?", "fr")).toBe(
      "«\u00a0Non merci\u00a0!\u00a0»\u00a0: oui\u00a0; quoi\u00a0?",
    );
    expect(typeset("odd : English", "en")).toBe("odd : English");
    expect(typeset("+30 s, 15 min, 2 Mo, 5 %, 2 sceaux", "fr")).toBe(
      "+30\u00a0s, 15\u00a0min, 2\u00a0Mo, 5\u00a0%, 2 sceaux",
    );
    expect(typesetAll({ a: { one: "Oui !" }, b: ["x !"], c: 1 }, "fr")).toEqual({
      a: { one: "Oui\u00a0!" },
      b: ["x !"],
      c: 1,
    });
  });
});

describe("a speech", () => {
  it("says seats by their names", () => {
    expect(speech.event({ type: "gave", seat: 1, to: 2, card: "R5" }, names)).toBe(
      "Ada gives the card R5 to Blaise.",
    );
    expect(speech.event({ type: "tied", seats: [0, 2] }, names)).toBe("A tie: Zoé, Blaise.");
  });

  it("says lists one by one, and nothing as a dash", () => {
    expect(speech.event({ type: "got", seat: 0, cards: [3, 4] }, names)).toBe(
      "Zoé gets card 3, card 4.",
    );
    expect(speech.event({ type: "got", seat: 0, cards: [] }, names)).toBe("Zoé gets –.");
  });

  it("says colours and plurals", () => {
    expect(speech.event({ type: "named", seat: 0, colour: "B" }, names)).toBe("Zoé names blue.");
    expect(speech.event({ type: "paid", seat: 0, n: 1 }, names)).toBe("Zoé pays 1 chip.");
  });

  it("says moves by their number of words", () => {
    expect(speech.move("pass", names)).toBe("pass");
    expect(speech.move("give R5 @2", names)).toBe("give the card R5 to Blaise");
    expect(speech.move("add J4", names)).toBe("add the card J4");
    expect(speech.move("add J4 R", names)).toBe("add the card J4 to red");
    expect(speech.move("jump", names)).toBe("jump");
  });

  it("says refusals of the game and of the house", () => {
    expect(speech.refusal("full", { seat: 1, n: 7 }, names)).toBe("Ada has 7 cards.");
    expect(speech.refusal("not-yours", {}, names)).toBe("It is not your turn.");
  });

  it("says the path where there is no text, so that it is noticed", () => {
    expect(speech.text("lesson.hello")).toBe("Hello!");
    expect(speech.text("lesson.gone")).toBe("lesson.gone");
    expect(findText(TEXTS, "colours.R.deeper")).toBeUndefined();
  });
});
