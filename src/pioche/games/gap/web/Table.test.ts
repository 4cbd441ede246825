import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { TableProps } from "$kit/gameParts";
import { makeTableProps } from "$test/gameFixtures";
import { en, players, makeView, scored } from "./testView";
import Result from "./Result.svelte";
import Table from "./Table.svelte";
import type { GameEvent, View } from "./view";

const PLAYS = ["play G6", "play Y7", "play B2"];

function table(more: Partial<TableProps<View, GameEvent>> = {}) {
  const play = vi.fn();
  const props = makeTableProps({
    view: makeView(),
    players,
    legal: PLAYS,
    speech: en,
    play,
    ...more,
  });
  return { play, ...render(Table, { props }) };
}

const card = (id: string): HTMLElement => screen.getByTestId(id);
const press = (node: HTMLElement, pointerType: string): Promise<boolean> => {
  const down = new Event("pointerdown", { bubbles: true });
  node.dispatchEvent(Object.assign(down, { pointerType }));
  return fireEvent.click(node);
};

describe("the hand", () => {
  it("says of each card that it can be played and what it takes", () => {
    table();
    expect(card("hand-G6").getAttribute("aria-label")).toBe(
      "green 6, playable: takes the yellow 6 and the blue 6",
    );
    expect(card("hand-G6").classList.contains("legal")).toBe(true);
  });

  it("plays at one click of a mouse", async () => {
    const { play } = table();
    await press(card("hand-G6"), "mouse");
    expect(play).toHaveBeenCalledExactlyOnceWith("play G6");
  });

  it("shows at the first tap and plays at the second", async () => {
    const { play } = table();
    await press(card("hand-G6"), "touch");
    expect(play).not.toHaveBeenCalled();
    expect(card("hand-G6").getAttribute("aria-pressed")).toBe("true");
    expect(card("ask").textContent).toBe("The green 6 takes the yellow 6 and the blue 6.");
    await press(card("hand-G6"), "touch");
    expect(play).toHaveBeenCalledExactlyOnceWith("play G6");
  });

  it("plays what was tapped by the button", async () => {
    const { play } = table();
    expect(screen.queryByTestId("play")).toBeNull();
    await press(card("hand-B2"), "touch");
    await press(card("play"), "touch");
    expect(play).toHaveBeenCalledExactlyOnceWith("play B2");
  });

  it("marks in the middle what the card in focus takes", async () => {
    table();
    await fireEvent.focus(card("hand-G6"));
    expect(card("middle-Y6").classList.contains("marked")).toBe(true);
    expect(card("middle-G8").classList.contains("faded")).toBe(true);
    await fireEvent.blur(card("hand-G6"));
    expect(card("middle-Y6").classList.contains("marked")).toBe(false);
  });

  it("is not distracted by a focus that nobody asked for", async () => {
    table();
    await press(card("middle-Y6"), "mouse");
    await fireEvent.focus(card("hand-G6"));
    expect(card("middle-Y6").classList.contains("marked")).toBe(false);
  });

  it("goes from card to card by arrows", async () => {
    table();
    card("hand-B2").focus();
    await fireEvent.keyDown(card("hand-B2"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(card("hand-G6"));
  });

  it("sends nothing twice", async () => {
    const { play } = table({ pending: ["play G6"] });
    await press(card("hand-G6"), "mouse");
    expect(play).not.toHaveBeenCalled();
  });

  it("asks the server even when it is not one's turn", async () => {
    const { play } = table({ legal: [], view: makeView({ turn: 1, takes: {} }) });
    expect(card("hand-G6").getAttribute("aria-disabled")).toBe("true");
    await press(card("hand-G6"), "touch");
    expect(play).toHaveBeenCalledExactlyOnceWith("play G6");
  });

  it("keeps the focus near when a card was played by key", async () => {
    const { play, rerender } = table();
    card("hand-G6").focus();
    await fireEvent.keyDown(card("hand-G6"), { key: "Enter" });
    await fireEvent.click(card("hand-G6"));
    expect(play).toHaveBeenCalledExactlyOnceWith("play G6");
    const view = makeView({ hands: [["Y7", "B2"], null], takes: {}, turn: 1 });
    await rerender({ view, legal: [] });
    expect(document.activeElement).toBe(card("hand-Y7"));
  });
});

describe("a choice", () => {
  const view = makeView({
    phase: "lower",
    played: "Y7",
    choices: ["Y6", "B6"],
    takes: {},
    hands: [["G6", "B2"], null],
  });

  it("is made in the middle", async () => {
    const { play } = table({ view, legal: ["take Y6", "take B6"] });
    expect(card("ask").textContent).toBe(
      "With your yellow 7, take one: the yellow 6 or the blue 6.",
    );
    expect(card("middle-Y6").getAttribute("aria-label")).toBe("yellow 6, you may take it");
    expect(card("middle-G8").getAttribute("aria-disabled")).toBe("true");
    await press(card("middle-B6"), "touch");
    expect(play).toHaveBeenCalledExactlyOnceWith("take B6");
  });
});

describe("the table", () => {
  it("tells everybody's columns in words", () => {
    table();
    expect(screen.getByText("green: 2 cards (1, 3), largest, counts plus")).toBeTruthy();
    expect(screen.getByText("Worth now: 2 minus 1, that is 1")).toBeTruthy();
  });

  it("can only be looked at in the past", () => {
    const { container } = table({ past: true, legal: [] });
    expect(container.querySelector("button")).toBeNull();
  });

  it("shows all hands where they are open", () => {
    const view = makeView({ hands: [["G6"], ["B9"]], takes: {} });
    table({
      view,
      seat: null,
      legal: [],
      players: players.map((player) => ({ ...player, you: false })),
    });
    expect(screen.getByRole("img", { name: "blue 9" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "green 6" })).toBeTruthy();
  });

  it("tells how a round counted once the next is dealt, until one plays", async () => {
    const { rerender } = table();
    const events: GameEvent[] = [{ type: "joined", seat: 0, card: "B2" }, ...scored];
    await rerender({ view: makeView({ round: 2, scores: [[2, 2]] }), events });
    expect(card("recap").textContent).toContain("Round 1 is over");
    expect(card("recap").textContent).toContain("3 − 1 = 2 points");
    await press(card("hand-G6"), "mouse");
    expect(screen.queryByTestId("recap")).toBeNull();
  });
});

describe("the result", () => {
  const outcome = { ranks: [2, 1], scores: [5, 5], reason: "target-reached" };
  const view = makeView({
    over: true,
    scores: [[1, 1]],
    totals: [5, 5],
    outcome,
  });

  it("explains the last round and why equal points are not the same place", () => {
    render(Result, { view, players, speech: en });
    expect(screen.getByText("Largest colour: green, 2 cards: plus 2.")).toBeTruthy();
    expect(screen.getByText(/best single round/)).toBeTruthy();
  });
});
