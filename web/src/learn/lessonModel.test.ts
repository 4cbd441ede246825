import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lesson } from "$kit/gameParts";
import type { StudyResult, Study } from "$lib/protocol";
import { LessonModel } from "./lessonModel.svelte";

const LESSON: Lesson = {
  seat: 0,
  names: ["", "Ada"],
  position: { first: true },
  steps: [
    { say: "hello" },
    { say: "pass", moves: ["pass", "wait"], otherwise: "pass-first", reply: true },
    { say: "then", before: [[1, "pass"]], moves: ["take"] },
    { say: "other", position: { second: true }, moves: ["take"] },
  ],
};

/** An engine that lets one pass and take, and whose bots pass. */
function answer(study: Study): StudyResult {
  const moves = study.moves ?? [];
  const bad = moves.findIndex(([, move]) => move === "fly");
  const view = { moves: moves.length, actors: [0] };
  return {
    view: study.reply ? { ...view, moves: moves.length + 1 } : view,
    legal: ["pass", "take"],
    actors: [0],
    dealt: [],
    events: moves.map(([seat, move]) => [{ type: move, seat }]),
    before: study.reply ? view : null,
    replies: study.reply
      ? [[1, "pass", [{ type: "pass", seat: 1 }], { ...view, moves: moves.length + 1 }]]
      : [],
    refused:
      bad < 0
        ? null
        : { index: bad, code: "no", text: "Nobody can fly.", clause: "X-1", params: {} },
  };
}

function lessonOn(told: string[] = []) {
  const asked: Study[] = [];
  const done = vi.fn();
  const lesson = new LessonModel("x", LESSON, ["Zoé", "Ada"], {
    ask: async (study) => {
      asked.push(study);
      return answer(study);
    },
    show: async (apply, events) => {
      apply();
      told.push(...events.map(({ type }) => type));
    },
    pause: async () => undefined,
    done,
  });
  return { lesson, asked, done };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a step to read", () => {
  it("lets nothing be played, says so, and lets one go on", async () => {
    const { lesson } = lessonOn();
    await lesson.begin();
    expect(lesson.legal).toEqual([]);
    expect(lesson.canGoOn).toBe(true);
    await lesson.play("pass");
    expect(lesson.remark).toEqual({ own: "look" });
  });
});

describe("a step with a move", () => {
  async function asking(told: string[] = []) {
    const made = lessonOn(told);
    await made.lesson.begin();
    await made.lesson.next();
    return made;
  }

  it("waits for the learner", async () => {
    const { lesson } = await asking();
    expect(lesson.waitsForMove).toBe(true);
    expect(lesson.canGoOn).toBe(false);
    expect(lesson.legal).toEqual(["pass", "take"]);
    await lesson.next();
    expect(lesson.index).toBe(1);
  });

  it("explains another legal move, and does not make it", async () => {
    const { lesson, asked } = await asking();
    const before = asked.length;
    await lesson.play("take");
    expect(lesson.remark).toEqual({ say: "pass-first" });
    expect(asked).toHaveLength(before);
    expect(lesson.made).toBe(false);
  });

  it("gives the engine's reason for an illegal one, with its clause", async () => {
    const { lesson } = await asking();
    await lesson.play("fly");
    expect(lesson.remark).toEqual({ text: "Nobody can fly.", clause: "X-1" });
    expect(lesson.waitsForMove).toBe(true);
  });

  it("makes the right one, lets the others answer, and goes on", async () => {
    const told: string[] = [];
    const { lesson, asked, done } = await asking(told);
    await lesson.play("wait");
    expect(asked.at(-1)).toMatchObject({
      moves: [[0, "wait"]],
      reply: "regular",
      names: ["Zoé", "Ada"],
    });
    expect(told).toEqual(["wait", "pass"]);
    expect(done).toHaveBeenCalledOnce();
    expect(lesson.canGoOn).toBe(true);
  });

  it("shows the first move when asked, or after ten seconds", async () => {
    const { lesson } = await asking();
    expect(lesson.hint).toBeNull();
    vi.advanceTimersByTime(10_000);
    expect(lesson.hint).toBe("pass");
  });
});

describe("going on and back", () => {
  async function through(): Promise<ReturnType<typeof lessonOn>> {
    const made = lessonOn();
    await made.lesson.begin();
    await made.lesson.next();
    await made.lesson.play("pass");
    await made.lesson.next();
    return made;
  }

  it("keeps the moves, the answers and what others did before the step", async () => {
    const { lesson, asked } = await through();
    await lesson.play("take");
    expect(asked.at(-1)?.moves).toEqual([
      [0, "pass"],
      [1, "pass"],
      [1, "pass"],
      [0, "take"],
    ]);
  });

  it("begins anew where a step has its own position", async () => {
    const { lesson, asked } = await through();
    await lesson.play("take");
    await lesson.next();
    expect(asked.at(-1)).toMatchObject({ position: { second: true }, moves: [] });
    expect(lesson.last).toBe(true);
  });

  it("shows a step again as it was, and lets one skip what was done", async () => {
    const { lesson, asked } = await through();
    await lesson.back();
    expect(lesson.index).toBe(1);
    expect(asked.at(-1)?.moves).toEqual([]);
    expect(lesson.waitsForMove).toBe(true);
    expect(lesson.canGoOn).toBe(true);
    await lesson.next();
    expect(lesson.index).toBe(2);
  });

  it("drops what was begun when one goes elsewhere meanwhile", async () => {
    const { lesson } = lessonOn();
    const begun = lesson.begin();
    const next = lesson.restart();
    await Promise.all([begun, next]);
    expect(lesson.index).toBe(0);
    expect(lesson.busy).toBe(false);
  });
});

it("says what is wrong when the server can't be reached", async () => {
  const { lesson } = lessonOn();
  const { page } = lesson as any;
  const { ask } = page;
  Object.assign(page, { ask: () => Promise.reject(new Error("away")) });
  await lesson.begin();
  expect(lesson.problem).toBe("away");
  expect(lesson.busy).toBe(false);
  Object.assign(page, { ask });
  await lesson.retry();
  expect([lesson.problem, lesson.index]).toEqual([null, 0]);
  expect(lesson.view).not.toBeNull();
});
