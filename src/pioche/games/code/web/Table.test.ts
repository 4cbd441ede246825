import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { makePlayers, makeSpeech, makeTableProps } from "$test/gameFixtures";
import en from "../words/en.json";
import { cardName } from "./cards";
import Result from "./Result.svelte";
import Table from "./Table.svelte";
import type { View } from "./view";

const speech = makeSpeech(en, cardName);
const players = makePlayers("Zoé", "Ada", "Blaise");

const view: View = {
  game: "code",
  rules: 1,
  players: 3,
  seat: 0,
  actors: [0],
  over: false,
  options: { reset: true, max_turns: 1000 },
  phase: "turn",
  turn: 0,
  direction: 1,
  turns: 4,
  penalty: 0,
  numbers: ["R4", "B5"],
  actions: ["skip"],
  robbed: null,
  drawn: null,
  hands: [["B1", "R7", "V4", "joker", "swap", "reset"], null, null],
  hands_count: [6, 3, 9],
  codes: ["1368", null, null],
  codes_aside_count: 7,
  codes_out_count: 0,
  draw_count: 60,
  top: "B5",
  laid: [null, null, null],
  serving: [["B1", "joker"], null, null],
  missing: [3, 6, 8],
  jokers: 1,
  raised_penalty: 2,
  winner: null,
  stand_ins: null,
};

const legal = [
  "play B1",
  "sum B1 V4",
  "sum V4 B1",
  "draw",
  "swap number",
  "swap action",
  "swap none",
  "reset @1",
  "reset @2",
];

function shown(changed: Partial<View> = {}, rest: Record<string, unknown> = {}) {
  const play = vi.fn();
  const changedView = { ...view, ...changed };
  render(Table, {
    props: makeTableProps({ view: changedView, players, legal, speech, play, ...rest }),
  });
  return play;
}

const button = (name: RegExp): HTMLElement => screen.getByRole("button", { name });

test("what fits is marked and said, what does not fit is not", async () => {
  shown();
  expect(
    button(/^blue 1, in your code, can be played, makes a pair/).getAttribute("aria-disabled"),
  ).toBe("false");
  expect(button(/^red 7$/).getAttribute("aria-disabled")).toBe("true");
});

test("the code, what it lacks and the jokers are in sight", async () => {
  shown();
  const name = /Secret code: 1 3 6 8\. Still missing: 3, 6, 8\. 1 joker/;
  expect(screen.getByRole("img", { name })).toBeTruthy();
});

test("two taps play a card", async () => {
  const play = shown();
  await fireEvent.click(button(/^blue 1/));
  expect(play).not.toHaveBeenCalled();
  await fireEvent.click(button(/^blue 1/));
  expect(play).toHaveBeenCalledWith("play B1");
});

test("two cards make a pair, which can be turned over before it is played", async () => {
  const play = shown();
  await fireEvent.click(button(/^blue 1/));
  await fireEvent.click(button(/^violet 4/));
  expect(screen.getByTestId("ask").textContent).toContain(
    "1 + 4 = 5: first the blue 1, then the violet 4 on top.",
  );
  await fireEvent.click(button(/Turn over/));
  await fireEvent.click(button(/Play both/));
  expect(play).toHaveBeenCalledWith("sum V4 B1");
});

test("a card that does not fit is tried all the same, so that one hears why not", async () => {
  const play = shown();
  await fireEvent.click(button(/^red 7/));
  expect(play).toHaveBeenCalledWith("play R7");
});

test("a joker explains itself", async () => {
  const play = shown();
  await fireEvent.click(button(/^joker/));
  expect(play).not.toHaveBeenCalled();
  expect(screen.getByTestId("ask").textContent).toContain("A joker is never played");
});

test("a swap takes from a pile, a reset hits a player", async () => {
  const play = shown();
  await fireEvent.click(button(/^swap/));
  await fireEvent.click(button(/^Number pile: the blue 5 is on top\. Take/));
  expect(play).toHaveBeenLastCalledWith("swap number");
  await fireEvent.click(button(/^reset/));
  await fireEvent.click(button(/^Blaise gets a new code/));
  expect(play).toHaveBeenLastCalledWith("reset @2");
});

test("the draw pile draws, and takes what a +2 asks for", async () => {
  const drawing = shown();
  await fireEvent.click(button(/^Draw pile/));
  expect(drawing).toHaveBeenCalledWith("draw");
  cleanup();
  const taking = shown({ phase: "penalty", penalty: 4 }, { legal: ["accept"] });
  await fireEvent.click(button(/^Draw 4 cards/));
  expect(taking).toHaveBeenCalledWith("accept");
});

test("a drawn card that fits is picked out at once", async () => {
  const play = shown(
    { phase: "drawn", drawn: "V4" },
    { legal: ["sum V4 B1", "sum B1 V4", "keep"] },
  );
  expect(button(/^violet 4, just drawn/).getAttribute("aria-pressed")).toBe("true");
  await fireEvent.click(button(/^Keep it/));
  expect(play).toHaveBeenCalledWith("keep");
});

test("of the cards on offer one is taken", async () => {
  const play = shown(
    { phase: "pick", laid: [null, "B8", "Y0"], serving: [["B1", "B8", "joker"], null, null] },
    { legal: ["pick @1", "pick @2", "decline"] },
  );
  await fireEvent.click(button(/^Ada offers: blue 8, in your code/));
  expect(play).toHaveBeenCalledWith("pick @1");
});

test("what was sent is not sent again", async () => {
  const play = shown({}, { pending: ["draw"] });
  await fireEvent.click(button(/^Draw pile/));
  expect(play).not.toHaveBeenCalled();
});

test("nothing can be pressed in the past, and open hands are shown", async () => {
  const hands = [["B1"], ["R2"], ["Y3"]];
  shown(
    { hands, codes: ["1368", "0269", "0345"], seat: null },
    { past: true, seat: null, legal: [] },
  );
  expect(screen.queryAllByRole("button")).toHaveLength(0);
  expect(screen.getByRole("group", { name: "Blaise’s hand" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "yellow 3" })).toBeTruthy();
});

test("arrow keys go from card to card", async () => {
  shown();
  const first = button(/^blue 1/);
  first.focus();
  await fireEvent.keyDown(first, { key: "ArrowRight" });
  expect(document.activeElement).toBe(button(/^red 7/));
});

test("the result names what the joker stood for, and what was missing", () => {
  const over = {
    ...view,
    over: true,
    winner: 1,
    hands: [["B1"], ["B0", "R2", "V9", "joker"], null],
    codes: ["1368", "0269", null],
    stand_ins: [
      { digit: 0, card: "B0" },
      { digit: 2, card: "R2" },
      { digit: 6, card: "joker" },
      { digit: 9, card: "V9" },
    ],
  };
  render(Result, { props: { view: over, players, speech } });
  const places = screen.getAllByRole("listitem").map((one) => one.textContent);
  expect(places[2]).toContain("6");
  expect(places[2]).toContain("joker");
  expect(screen.getByText(/^Missing: 3, 6, 8\./)).toBeTruthy();
  expect(screen.getByText(/^The code stays secret\./)).toBeTruthy();
});
