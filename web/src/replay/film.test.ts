import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Film } from "$lib/protocol";
import { FilmModel } from "./film.svelte";

function filmOf(steps: number, who = 0): Film {
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
  const load = vi.fn(async () => filmOf(steps));
  const film = new FilmModel({
    load,
    show: async (apply, flight) => {
      apply();
      flights.push(flight);
    },
    tell: (_, forward) => told.push(forward),
  });
  await film.look("all");
  return { film, flights, told, load };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("stepping", () => {
  it("stays within the film", async () => {
    const { film } = await watched();
    await film.back();
    expect(film.at).toBe(0);
    await film.jump(99);
    expect(film.at).toBe(4);
    expect(film.over).toBe(true);
    await film.forward();
    expect(film.at).toBe(4);
  });

  it("lets cards travel between neighbours only, and tells which way", async () => {
    const { film, flights, told } = await watched();
    await film.forward();
    await film.back();
    await film.jump(3);
    expect(flights.map((flight) => flight > 0)).toEqual([true, true, false]);
    expect(told).toEqual([true, false, false]);
  });

  it("begins at the step of a link, or the last there is", async () => {
    const { film } = await watched();
    await film.look("all", 2);
    expect(film.at).toBe(2);
    await film.look("all", 77);
    expect(film.at).toBe(4);
    await film.look("all", -3);
    expect(film.at).toBe(0);
  });
});

describe("playing", () => {
  it("goes to the end by itself and stops there", async () => {
    const { film } = await watched(3);
    film.toggle();
    await vi.advanceTimersByTimeAsync(1500);
    expect(film.at).toBe(1);
    await vi.advanceTimersByTimeAsync(1500);
    expect([film.at, film.playing]).toEqual([2, false]);
  });

  it("is as fast as one likes, at once", async () => {
    const { film } = await watched(9);
    film.toggle();
    film.hurry(4);
    await vi.advanceTimersByTimeAsync(1500);
    expect(film.at).toBe(4);
  });

  it("begins anew at the end, and pauses when somebody steps", async () => {
    const { film } = await watched(4);
    await film.jump(3);
    film.toggle();
    await vi.advanceTimersByTimeAsync(0);
    expect([film.at, film.playing]).toEqual([0, true]);
    await film.forward();
    expect(film.playing).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(film.at).toBe(1);
  });
});

describe("eyes", () => {
  it("keeps the step, and asks for each pair of eyes once", async () => {
    const { film, load } = await watched();
    await film.jump(2);
    await film.look("1");
    await film.look("all");
    expect([film.at, film.eyes]).toEqual([2, "all"]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("shows what was asked for last, whatever comes first", async () => {
    const late: ((film: Film) => void)[] = [];
    const film = new FilmModel({
      load: () => new Promise((resolve) => late.push(resolve)),
      show: async (apply) => apply(),
      tell: () => undefined,
    });
    const [first, second] = [film.look("0"), film.look("1")];
    late[1]?.(filmOf(2));
    late[0]?.(filmOf(9));
    await Promise.all([first, second]);
    expect([film.eyes, film.last]).toEqual(["1", 1]);
  });

  it("says why there is no film", async () => {
    const film = new FilmModel({
      load: () => Promise.reject(new Error("not over")),
      show: async (apply) => apply(),
      tell: () => undefined,
    });
    await film.look("all");
    expect(film.problem).toBe("not over");
  });
});
