import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ReplayModel, type Replay } from "./replayModel.svelte";

function makeReplay(steps: number, who = 0): Replay {
  return {
    game: "x",
    rules: 1,
    options: {},
    players: [{ name: "Ada" }],
    commitment: null,
    secret: null,
    start: false,
    outcome: null,
    steps: Array.from({ length: steps }, (_, at) => ({
      who,
      move: "go",
      at,
      events: [],
      view: { over: at === steps - 1 },
    })),
  };
}

async function watched(steps = 5) {
  const flights: number[] = [];
  const told: boolean[] = [];
  const load = vi.fn(async () => makeReplay(steps));
  const replay = new ReplayModel({
    load,
    show: async (apply, flight) => {
      apply();
      flights.push(flight);
    },
    tell: (_, forward) => told.push(forward),
  });
  await replay.showAs("all");
  return { replay, flights, told, load };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("stepping", () => {
  it("stays within the replay", async () => {
    const { replay } = await watched();
    await replay.back();
    expect(replay.at).toBe(0);
    await replay.jump(99);
    expect(replay.at).toBe(4);
    expect(replay.over).toBe(true);
    await replay.forward();
    expect(replay.at).toBe(4);
  });

  it("lets cards travel between neighbours only, and tells which way", async () => {
    const { replay, flights, told } = await watched();
    await replay.forward();
    await replay.back();
    await replay.jump(3);
    expect(flights.map((flight) => flight > 0)).toEqual([true, true, false]);
    expect(told).toEqual([true, false, false]);
  });

  it("begins at the step of a link, or the last there is", async () => {
    const { replay } = await watched();
    await replay.showAs("all", 2);
    expect(replay.at).toBe(2);
    await replay.showAs("all", 77);
    expect(replay.at).toBe(4);
    await replay.showAs("all", -3);
    expect(replay.at).toBe(0);
  });
});

describe("playing", () => {
  it("goes to the end by itself and stops there", async () => {
    const { replay } = await watched(3);
    replay.toggle();
    await vi.advanceTimersByTimeAsync(1500);
    expect(replay.at).toBe(1);
    await vi.advanceTimersByTimeAsync(1500);
    expect([replay.at, replay.playing]).toEqual([2, false]);
  });

  it("is as fast as one likes, at once", async () => {
    const { replay } = await watched(9);
    replay.toggle();
    replay.setSpeed(4);
    await vi.advanceTimersByTimeAsync(1500);
    expect(replay.at).toBe(4);
  });

  it("begins anew at the end, and pauses when somebody steps", async () => {
    const { replay } = await watched(4);
    await replay.jump(3);
    replay.toggle();
    await vi.advanceTimersByTimeAsync(0);
    expect([replay.at, replay.playing]).toEqual([0, true]);
    await replay.forward();
    expect(replay.playing).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(replay.at).toBe(1);
  });
});

describe("viewers", () => {
  it("keeps the step, and asks for each viewer once", async () => {
    const { replay, load } = await watched();
    await replay.jump(2);
    await replay.showAs("1");
    await replay.showAs("all");
    expect([replay.at, replay.viewer]).toEqual([2, "all"]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("shows what was asked for last, whatever comes first", async () => {
    const late: ((replay: Replay) => void)[] = [];
    const replay = new ReplayModel({
      load: () => new Promise((resolve) => late.push(resolve)),
      show: async (apply) => apply(),
      tell: () => undefined,
    });
    const [first, second] = [replay.showAs("0"), replay.showAs("1")];
    late[1]?.(makeReplay(2));
    late[0]?.(makeReplay(9));
    await Promise.all([first, second]);
    expect([replay.viewer, replay.last]).toEqual(["1", 1]);
  });

  it("says why there is no replay", async () => {
    const replay = new ReplayModel({
      load: () => Promise.reject(new Error("not over")),
      show: async (apply) => apply(),
      tell: () => undefined,
    });
    await replay.showAs("all");
    expect(replay.problem).toBe("not over");
  });
});
