import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { makePlayers, makeTableProps } from "$test/gameFixtures";
import { foretell, layCards, speech, makeView } from "./testView";
import Table from "./Table.svelte";
import type { View } from "./view";

function shown(changes: Partial<View>, legal: string[], more: Record<string, unknown> = {}) {
  const play = vi.fn();
  const players = makePlayers("Zoé", "Ada");
  const props = makeTableProps({ view: makeView(changes), players, legal, speech, play, ...more });
  return { play, ...render(Table, { props }) };
}

const TAKES = ["take 1", "take 2", "take 3", "take 4"];

describe("the table", () => {
  it("marks the groups that can be taken, and takes the one that is pressed", async () => {
    const { play } = shown({}, TAKES);
    const group = screen.getByRole("button", { name: /Group 2: red 3, green 2/ });
    expect(group.getAttribute("aria-disabled")).toBe("false");
    expect(group.textContent).toContain("Perfect for you: red 3, green 2");
    await fireEvent.click(group);
    expect(play).toHaveBeenCalledExactlyOnceWith("take 2");
  });

  it("lets a group be pressed that can't be taken, so that the server says why", async () => {
    const { play } = shown({ turn: 1 }, []);
    const group = screen.getByTestId("group-1");
    expect(group.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(group);
    expect(play).toHaveBeenCalledExactlyOnceWith("take 1");
  });

  it("chooses the only card to add by itself, and shows what adding it will do", async () => {
    const { play } = shown(
      {
        taken: true,
        pending: ["R3", "V5"],
        outlook: { "add R3": foretell("perfect", 3) },
      },
      ["add R3"],
    );
    expect(screen.getByTestId("hand-R3").getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByTestId("hand-V5").getAttribute("aria-label")).toBe("violet 5, not now");
    expect(screen.getByTestId("choice-add R3").textContent).toContain("perfect! +3");
    await fireEvent.click(screen.getByTestId("target-add R3"));
    expect(play).toHaveBeenCalledExactlyOnceWith("add R3");
  });

  it("asks the server about a card that can't be added yet", async () => {
    const { play } = shown({ taken: true, pending: ["R3", "V5"] }, ["add R3"]);
    await fireEvent.click(screen.getByTestId("hand-V5"));
    expect(play).toHaveBeenCalledExactlyOnceWith("add V5");
  });

  it("marks all places of a joker, and another card's once that is chosen", async () => {
    const { play } = shown({ taken: true, pending: ["V5", "J4"] }, [
      "add V5",
      "add J4 R",
      "add J4 G",
    ]);
    await fireEvent.click(screen.getByTestId("hand-J4"));
    expect(screen.getByTestId("target-add J4 R").getAttribute("aria-disabled")).toBe("false");
    await fireEvent.click(screen.getByTestId("choice-add J4 G"));
    expect(play).toHaveBeenCalledExactlyOnceWith("add J4 G");
  });

  it("asks two things of a Protect: what goes face down, then where", async () => {
    const { play } = shown({ stored: [["protect"], []] }, [
      ...TAKES,
      "protect R",
      "protect G",
      "protect R R",
      "protect R G",
      "protect G R",
    ]);
    expect(screen.queryByTestId("choice-protect R")).toBeNull(); // nothing is chosen by itself
    await fireEvent.click(screen.getByTestId("stored-protect"));
    await fireEvent.click(screen.getByTestId("cover-R"));
    await fireEvent.click(screen.getByTestId("target-protect R G"));
    expect(play).toHaveBeenCalledExactlyOnceWith("protect R G");
  });

  it("marks whom a card can be given to, and what can be stolen", async () => {
    const given = shown(
      {
        taken: true,
        pending: ["V2"],
        outlook: { "give V2 @1": foretell("win", 2, ["V6", "V2"], [1], { seat: 1, colour: "V" }) },
      },
      ["give V2 @1", "replace R V2"],
    );
    await fireEvent.click(screen.getByTestId("target-give V2 @1"));
    expect(given.play).toHaveBeenCalledExactlyOnceWith("give V2 @1");
    given.unmount();
    const stolen = shown({ taken: true, pending: ["steal"] }, ["steal @1 V", "store steal"]);
    await fireEvent.click(screen.getByTestId("target-steal @1 V"));
    expect(stolen.play).toHaveBeenCalledExactlyOnceWith("steal @1 V");
  });

  it("asks whether to close a perfect series, and tells what it brings", async () => {
    const { play } = shown(
      {
        taken: true,
        phase: "perfect",
        perfect: { seat: 0, colour: "R" },
        series: [{ R: layCards("R4", "R6", "R3", "R7", "R5") }, {}],
        outlook: { close: foretell("win", 6) },
      },
      ["close", "keep"],
    );
    expect(screen.getByTestId("close").textContent).toContain("5 cards and 1 bonus card");
    await fireEvent.click(screen.getByTestId("keep"));
    expect(play).toHaveBeenCalledExactlyOnceWith("keep");
  });

  it("sends nothing while a move is on its way, and nothing at all from the past", async () => {
    const sent = shown({}, TAKES, { pending: ["take 1"] });
    await fireEvent.click(screen.getByTestId("group-2"));
    expect(sent.play).not.toHaveBeenCalled();
    sent.unmount();
    shown({}, [], { past: true });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  it("is walked through with arrow keys", async () => {
    shown({}, TAKES);
    screen.getByTestId("group-1").focus();
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement).toBe(screen.getByTestId("group-2"));
  });

  it("leads the focus on to the next step as a button is gone", async () => {
    const { rerender } = shown({ taken: true, pending: ["R3", "V5"] }, ["add R3"]);
    screen.getByTestId("choice-add R3").focus();
    await rerender({ view: makeView({ taken: true, pending: ["V5"] }), legal: ["add V5"] });
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByTestId("choice-add V5")),
    );
  });

  it("shows a spectator everything and no button", () => {
    shown({}, [], { seat: null });
    expect(screen.queryAllByRole("button")).toEqual([]);
    expect(
      screen.getByRole("img", { name: /violet series, 2 cards: violet 4, violet 6/ }),
    ).toBeTruthy();
    expect(screen.getByRole("img", { name: /green series, 1 card: green 5/ })).toBeTruthy();
  });

  it("shows which cards a move would cost, on its button and on the table", async () => {
    shown(
      {
        taken: true,
        pending: ["R2"],
        series: [{ R: layCards("R4", "R6") }, {}],
        outlook: { "add R2": foretell("lose", 2, ["R6", "R2"], [1], { seat: 0, colour: "R" }) },
      },
      ["add R2"],
    );
    const choice = screen.getByTestId("choice-add R2");
    expect(choice.textContent).toContain("costs 2 cards");
    expect(choice.textContent).toContain("(red 6, red 2)");
    expect(choice.querySelectorAll(".leaving > *").length).toBe(2);
    expect(screen.getByTestId("laid-R6").classList.contains("leaving")).toBe(true);
    expect(screen.getByTestId("laid-R4").classList.contains("leaving")).toBe(false);
  });

  it("marks a series that could be replaced only while that is pointed at", async () => {
    const series = { R: layCards("R4"), Y: layCards("Y4"), G: layCards("G4"), B: layCards("B4") };
    shown(
      {
        taken: true,
        pending: ["steal"],
        series: [series, {}],
        outlook: {
          "replace R steal": foretell("lose", 1, ["R4"], [0], { seat: 0, colour: "R" }),
          "replace Y steal": foretell("lose", 1, ["Y4"], [0], { seat: 0, colour: "Y" }),
        },
      },
      ["replace R steal", "replace Y steal"],
    );
    const marked = (card: string): boolean =>
      screen.getByTestId(`laid-${card}`).classList.contains("leaving");
    expect([marked("R4"), marked("Y4")]).toEqual([false, false]);
    await fireEvent.focus(screen.getByTestId("choice-replace Y steal"));
    expect([marked("R4"), marked("Y4")]).toEqual([false, true]);
  });

  it("offers to discard what is stored for an action that can't join it", async () => {
    const { play } = shown(
      {
        taken: true,
        pending: ["steal"],
        stored: [["move", "protect"], []],
        outlook: { "replace A steal": foretell("lose", 2, ["move", "protect"]) },
      },
      ["replace A steal", "steal @1 V"],
    );
    const choice = screen.getByTestId("choice-replace A steal");
    expect(choice.textContent).toContain("Discard your actions");
    expect(choice.textContent).toContain("(Move, Protect)");
    // What is stored can still be chosen: nothing lies over it.
    expect(screen.queryByTestId("target-replace A steal")).toBeNull();
    await fireEvent.click(choice);
    expect(play).toHaveBeenCalledExactlyOnceWith("replace A steal");
  });
});
