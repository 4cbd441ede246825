import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { makePlayers, makeSpeech, makeTableProps } from "$test/gameFixtures";
import en from "../words/en.json";
import { cardName } from "./cards";
import Result from "./Result.svelte";
import Table from "./Table.svelte";
import type { View } from "./view";

const view: View = {
  game: "no-thanks",
  rules: 1,
  players: 3,
  over: false,
  seat: 0,
  actors: [0],
  options: { open_chips: false, rounds: 1 },
  round: 1,
  first: 0,
  turn: 0,
  card: 18,
  pot: 2,
  draw_count: 11,
  taken: [[17], [5, 6, 30], []],
  chips: [4, null, null],
  costs: [17, 35, 0],
  points: [13, null, null],
  runs: [[[17]], [[5, 6], [30]], []],
  neighbours: [[17], [], []],
  totals: [0, 0, 0],
};

function shown(over: Record<string, unknown> = {}) {
  const play = vi.fn();
  const players = makePlayers("Zoé", "Ada", "Bea");
  const speech = makeSpeech(en, cardName);
  const props = makeTableProps({ view, players, legal: ["take", "pass"], speech, play, ...over });
  render(Table, { props });
  return play;
}

describe("the table", () => {
  it("offers two choices and plays the one that is pressed", async () => {
    const play = shown();
    await fireEvent.click(screen.getByTestId("take"));
    await fireEvent.click(screen.getByTestId("pass"));
    expect(play.mock.calls).toEqual([["take"], ["pass"]]);
  });

  it("marks what is not legal, and lets one try it all the same", async () => {
    const play = shown({ legal: ["take"] });
    const pass = screen.getByTestId("pass");
    expect(pass.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(pass);
    expect(play).toHaveBeenCalledWith("pass");
  });

  it("says which card of a run counts, and hides what is hidden", () => {
    shown();
    expect(screen.getByLabelText("5, counts")).toBeTruthy();
    expect(screen.getByLabelText("6, in a run, costs nothing")).toBeTruthy();
    expect(screen.getAllByLabelText("Chips hidden")).toHaveLength(2);
    expect(screen.getByLabelText("4 chips")).toBeTruthy();
  });

  it("offers nothing to who watches or looks back", () => {
    shown({ seat: null, legal: [] });
    expect(screen.queryByTestId("take")).toBeNull();
  });
});

describe("the result", () => {
  it("tells how every score came about", () => {
    const over = { ...view, over: true, card: null, chips: [4, 1, 0], points: [13, 34, 0] };
    const players = makePlayers("Zoé", "Ada", "Bea");
    render(Result, { props: { view: over, players, speech: makeSpeech(en, cardName) } });
    expect(screen.getByText("5 + 30 = 35, less 1 chip: 34")).toBeTruthy();
    expect(screen.getByText("17 = 17, less 4 chips: 13")).toBeTruthy();
  });
});
