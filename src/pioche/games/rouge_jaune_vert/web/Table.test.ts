import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { formatSigned } from "$kit/behaviour/formatNumber";
import type { TableProps } from "$kit/gameParts";
import { makePlayers, makeSpeech, makeTableProps } from "$test/gameFixtures";
import type { Event } from "$words/speech";
import en from "../words/en.json";
import fr from "../words/fr.json";
import { cardName } from "./cards";
import { stepInGrid } from "./parts/gridKeys";
import Result from "./Result.svelte";
import { isSpoken, sound } from "./sound";
import Table from "./Table.svelte";
import { orderByPlace, makePointKeys } from "./cards/pointCards";
import { findSlotState } from "./parts/slotState";
import type { GameEvent, View } from "./view";

const speech = makeSpeech(en, cardName);
const players = makePlayers("Zoé", "Ada", "Blaise").map((one) => ({ ...one, acting: true }));

const racing: View = {
  game: "rouge-jaune-vert",
  rules: 2,
  players: 3,
  seat: 0,
  actors: [0, 1, 2],
  over: false,
  options: { round_seconds: 180 },
  round: 2,
  phase: "race",
  slots: Array.from({ length: 80 }, (_, slot) =>
    slot === 5 ? { up: true, card: "BR3" } : slot === 7 ? null : { up: false },
  ),
  held: [null, { slot: 7, up: false }, null],
  series: [["RG1", "BK3"], ["GY4"], ["KY2"]],
  kept: null,
  stopped_by: null,
  points: [9, 6, -2],
  point_draw_count: 24,
  won: [[3], [10], [-4]],
  choosing: [],
  rounds: 5,
  target: 10,
  scores: [3, 10, -4],
  count: null,
};

const counted: View = {
  ...racing,
  phase: "points",
  actors: [0],
  held: [null, null, null],
  series: [["RG1", "BK3", "KR3"], ["GY4"], ["KY2", "RG1"]],
  kept: [2, 1, 2],
  points: [6, -2],
  won: [[3], [10], [-4, 9]],
  choosing: [0, 1],
  count: [
    {
      place: 2,
      kept: 2,
      times: 4,
      broke: { index: 2, colours: ["K"], times: 3 },
    },
    { place: 3, kept: 1, times: 4, broke: null },
    { place: 1, kept: 2, times: 3, broke: null },
  ],
};

const grabs = racing.slots.flatMap((slot, at) => (slot ? [`grab ${at}`] : []));

function show(view: View, some: Partial<TableProps<View, GameEvent>> = {}) {
  const play = vi.fn();
  const given = { view, seat: view.seat, players, speech, play, raceLeft: 60_000 };
  const props = makeTableProps({ ...given, ...some });
  return { play, ...render(Table, { props }) };
}

const slot = (name: RegExp): HTMLElement => screen.getByRole("button", { name });

describe("the race", () => {
  it("shows all 80 slots and says what lies there", () => {
    show(racing, { legal: grabs });
    expect(screen.getAllByRole("button", { name: /^slot/ })).toHaveLength(80);
    expect(slot(/^slot 5:/).getAttribute("aria-label")).toBe("slot 5: “blue” in red ×3");
    expect(slot(/^slot 7,/).getAttribute("aria-label")).toBe("slot 7, empty");
    expect(slot(/^slot 17,/).getAttribute("aria-label")).toBe("slot 17, face down");
    expect(slot(/^slot 17,/).getAttribute("aria-disabled")).toBe("false");
    expect(slot(/^slot 7,/).getAttribute("aria-disabled")).toBe("true");
  });

  it("takes a card by a tap, also one that the server will refuse", async () => {
    const { play } = show(racing, { legal: grabs });
    await fireEvent.click(slot(/^slot 17,/));
    await fireEvent.click(slot(/^slot 7,/));
    expect(play.mock.calls).toEqual([["grab 17"], ["grab 7"]]);
  });

  it("shows at once what is being taken, and does not ask twice", async () => {
    const { play, container } = show(racing, {
      legal: grabs,
      pending: ["grab 17"],
    });
    expect(container.querySelectorAll(".taking")).toHaveLength(1);
    await fireEvent.click(slot(/^slot 17, taking/));
    expect(play).not.toHaveBeenCalled();
  });

  it("lets a held card be placed or put back, by its slot too", async () => {
    const view: View = {
      ...racing,
      held: [{ slot: 7, up: false, card: "GY2" }, null, null],
    };
    const { play } = show(view, { legal: ["place", "return"] });
    expect(screen.getByLabelText("In your hand: “green” in yellow ×2")).toBeTruthy();
    expect(screen.getByLabelText("Last in your series: “blue” in black ×3")).toBeTruthy();
    expect(screen.getByTestId("place").getAttribute("aria-disabled")).toBe("false");
    await fireEvent.click(screen.getByTestId("place"));
    await fireEvent.click(screen.getByTestId("return"));
    await fireEvent.click(slot(/^slot 7:/));
    expect(play.mock.calls).toEqual([["place"], ["return"], ["return"]]);
  });

  it("has one stop for Tab, and arrows move it", async () => {
    const { container } = show(racing, { legal: grabs });
    const stops = (): (string | undefined)[] =>
      [...container.querySelectorAll<HTMLElement>("[data-slot][tabindex='0']")].map(
        (one) => one.dataset.slot,
      );
    expect(stops()).toEqual(["0"]);
    const first = slot(/^slot 0,/);
    first.focus();
    await fireEvent.keyDown(first, { key: "ArrowRight" });
    expect(document.activeElement?.getAttribute("data-slot")).toBe("1");
    expect(stops()).toEqual(["1"]);
  });

  it("has a clock only where one runs", () => {
    show(racing);
    expect(screen.getByRole("timer").getAttribute("aria-label")).toBe("60 seconds left");
  });

  it("has none in a lesson", () => {
    show(racing, { raceLeft: null });
    expect(screen.queryByRole("timer")).toBeNull();
  });

  it("can only be looked at in the past", () => {
    show(racing, { past: true });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

describe("the points", () => {
  it("tells where a series broke and why, and lets one choose", async () => {
    const { play, container } = show(counted, {
      legal: ["choose 6", "choose -2"],
      raceLeft: null,
    });
    expect(screen.getByText("Choose your point card")).toBeTruthy();
    expect(screen.getByLabelText("“black” in red ×3, lost")).toBeTruthy();
    const why = container.querySelector(".broke")!.textContent!.replace(/\s+/g, " ").trim();
    expect(why).toBe("In common: black ×3");
    await fireEvent.click(screen.getByTestId("choose--2"));
    expect(play).toHaveBeenCalledWith("choose -2");
  });

  it("can be read again while the next race is on", async () => {
    const { rerender } = show(counted, { raceLeft: null });
    await rerender({ view: { ...racing, round: 3 } });
    expect(screen.getByText("How round 2 was counted")).toBeTruthy();
    await rerender({ view: { ...racing, round: 1 } });
    expect(screen.queryByText("How round 2 was counted")).toBeNull();
  });

  it("are listed round by round at the end", () => {
    const { container } = render(Result, {
      props: { view: counted, players, speech },
    });
    const last = container.querySelectorAll("tbody tr")[2]!;
    const cells = [...last.children].map((cell) => cell.textContent!.trim());
    expect(cells).toEqual(["Blaise", "−4", "+9", "", "", "", "−4"]);
  });
});

describe("helpers", () => {
  it("names cards as the server does", () => {
    expect(cardName("BR3", fr)).toBe("« bleu » en rouge ×3");
    expect(cardName("BB3", fr)).toBe("BB3");
    expect(cardName(17, fr)).toBe("17");
  });

  it("knows how a slot looks", () => {
    const view: View = {
      ...racing,
      held: [{ slot: 7, up: false }, null, null],
    };
    expect([
      findSlotState(racing, 5),
      findSlotState(racing, 6),
      findSlotState(racing, 7),
      findSlotState(view, 7),
    ]).toEqual(["up", "down", "empty", "yours"]);
  });

  it("orders seats by place, writes signs, tells twins apart", () => {
    expect(orderByPlace(counted)).toEqual([2, 0, 1]);
    expect([10, 0, -4].map(formatSigned)).toEqual(["+10", "0", "−4"]);
    expect(makePointKeys({ ...counted, points: [9, 6] })).toEqual({
      won: ["", "", "point-9-0"],
      left: ["point-9-1", "point-6-0"],
    });
  });

  it("steps through a grid and stays inside", () => {
    expect(stepInGrid("ArrowDown", 5, 10, 80)).toBe(15);
    expect(stepInGrid("ArrowUp", 5, 10, 80)).toBe(5);
    expect(stepInGrid("End", 12, 10, 80)).toBe(19);
    expect(stepInGrid("Home", 12, 10, 80)).toBe(10);
    expect(stepInGrid("a", 12, 10, 80)).toBeNull();
  });

  it("is silent about the hands of others", () => {
    const took: Event = { type: "took", seat: 1, slot: 3 };
    expect([sound(took, 0), sound(took, 1)]).toEqual([null, "grab"]);
    expect([isSpoken(took, 0), isSpoken(took, 1)]).toEqual([false, true]);
    expect(isSpoken({ type: "stopped", seat: 1 }, 0)).toBe(true);
  });
});
