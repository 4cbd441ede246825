/** The state of a lesson: what it shows, which move it waits for, and what follows a move. */
import type { Lesson, LessonStep } from "$kit/gameParts";
import type { StudyResult, Study } from "$lib/protocol";
import type { Event } from "$words/speech";

type Position = Record<string, unknown>;
type MadeMove = readonly [number, string];

/** A place in the game: a position, and the moves made since. */
interface LessonPosition {
  position: Position;
  moves: readonly MadeMove[];
}

/** What the page does for a lesson. */
export interface LessonPage {
  /** Ask the engine. */
  ask: (study: Study) => Promise<StudyResult>;
  /** Change what is shown, so that cards travel, and tell what has happened. */
  show: (apply: () => void, events: readonly Event[]) => Promise<void>;
  pause: (milliseconds: number) => Promise<void>;
  /** The step's move was made: the learner may go on. */
  done: () => void;
}

/** The answer to a move that the lesson does not accept. */
export interface Remark {
  /** A text of the lesson, by its key; or one of ours. */
  say?: string;
  own?: "other" | "look";
  /** Or a sentence of the engine. */
  text?: string;
  clause?: string | null;
}

const FOLLOW = 1100; // milliseconds to see what somebody else did
const HINT_AFTER = 10_000;
const SEED = 7; // any number; a lesson must go the same way every time

export class LessonModel {
  index = $state(0);
  view: Record<string, any> | null = $state.raw(null);
  actors: readonly number[] = $state.raw([]);
  events: readonly Event[] = $state.raw([]);
  pending: readonly string[] = $state.raw([]);
  remark: Remark | null = $state.raw(null);
  hint: string | null = $state(null);
  /** Whether the step's move was made. */
  made = $state(false);
  /** While others move. */
  busy = $state(false);
  problem: string | null = $state(null);

  private allLegal: readonly string[] = $state.raw([]); // what the rules allow
  private spot: LessonPosition;
  private shown: LessonPosition | null = null;
  private starts: LessonPosition[] = [];
  private ends: LessonPosition[] = [];
  private run = 0; // counts steps entered; results for an earlier one are dropped
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
    readonly names: readonly string[],
    private readonly page: LessonPage,
  ) {
    this.spot = { position: lesson.position, moves: [] };
  }

  get step(): LessonStep {
    return this.lesson.steps[this.index]!;
  }

  get last(): boolean {
    return this.index === this.lesson.steps.length - 1;
  }

  /** Whether the learner is to move. */
  get waitsForMove(): boolean {
    return this.step.moves !== undefined && !this.made;
  }

  /** The legal moves; none while the learner only reads. */
  get legal(): readonly string[] {
    return this.waitsForMove && !this.busy ? this.allLegal : [];
  }

  /** Whether the learner may go on: no move is asked for, or it was made before. */
  get canGoOn(): boolean {
    return !this.busy && (!this.waitsForMove || this.ends[this.index] !== undefined);
  }

  begin(): Promise<void> {
    return this.enter(0, this.spot);
  }

  async next(): Promise<void> {
    const end = this.ends[this.index];
    if (this.canGoOn && !this.last) await this.enter(this.index + 1, end ?? this.spot);
  }

  async back(): Promise<void> {
    const start = this.starts[this.index - 1];
    if (start) await this.enter(this.index - 1, start, true);
  }

  /** Again from the first step. */
  async restart(): Promise<void> {
    const start = this.starts[0];
    this.ends = [];
    if (start) await this.enter(0, start);
  }

  /** The same step again, after a problem. */
  retry(): Promise<void> {
    return this.enter(this.index, this.starts[this.index] ?? this.spot);
  }

  close(): void {
    this.run += 1;
    clearTimeout(this.timer);
  }

  /** Show what to do. */
  showHint(): void {
    if (this.waitsForMove && !this.busy) this.hint = this.step.moves?.[0] ?? null;
  }

  /** The learner's move: play it if the step asks for it, else explain why not. */
  async play(move: string): Promise<void> {
    if (this.busy || this.pending.length) return;
    this.remark = null;
    if (!this.waitsForMove) this.remark = { own: "look" };
    else if (this.step.moves?.includes(move)) await this.playRightMove(move);
    else if (this.allLegal.includes(move)) this.remark = this.remarkOnOtherMove();
    else
      await this.ask([...this.spot.moves, [this.lesson.seat, move]]).then(({ refused }) => {
        if (refused) this.remark = { text: refused.text, clause: refused.clause };
      }, this.reportProblem);
  }

  private remarkOnOtherMove(): Remark {
    return this.step.otherwise ? { say: this.step.otherwise } : { own: "other" };
  }

  private async enter(index: number, from: LessonPosition, quick = false): Promise<void> {
    const run = ++this.run;
    clearTimeout(this.timer);
    this.index = index;
    this.made = false;
    this.hint = this.remark = this.problem = null;
    this.pending = [];
    this.starts[index] = from;
    const { position, before = [] } = this.step;
    this.spot = position ? { position, moves: [] } : from;
    this.busy = true;
    try {
      if (this.shown !== this.spot) await this.showPosition(run);
      for (const move of before) await this.playForOther(move, run, quick);
      if (run !== this.run) return;
      if (!this.waitsForMove) this.ends[index] = this.spot;
      else this.timer = setTimeout(() => this.showHint(), HINT_AFTER);
      this.busy = false;
    } catch (problem) {
      if (run === this.run) this.reportProblem(problem);
    }
  }

  /** Show the table as it is here. */
  private async showPosition(run: number): Promise<void> {
    const found = await this.ask(this.spot.moves);
    if (run === this.run) await this.showView(found, found.view, []);
  }

  /** A move of somebody else, with time to see it. */
  private async playForOther(move: MadeMove, run: number, quick: boolean): Promise<void> {
    if (!quick) await this.page.pause(FOLLOW);
    if (run !== this.run) return;
    const moves = [...this.spot.moves, move];
    const found = await this.ask(moves);
    if (found.refused) throw new Error(found.refused.text);
    if (run !== this.run) return;
    this.spot = { ...this.spot, moves };
    await this.showView(found, found.view, found.events.at(-1) ?? []);
  }

  private async playRightMove(move: string): Promise<void> {
    const run = this.run;
    clearTimeout(this.timer);
    this.pending = [move];
    const moves: MadeMove[] = [...this.spot.moves, [this.lesson.seat, move]];
    try {
      const found = await this.ask(moves, this.step.reply);
      this.pending = [];
      if (run !== this.run) return;
      if (found.refused) this.remark = { text: found.refused.text, clause: found.refused.clause };
      else await this.showReplies(found, moves, run);
    } catch (problem) {
      this.pending = [];
      if (run === this.run) this.reportProblem(problem);
    }
  }

  /** The move, then the answers of the others one by one. */
  private async showReplies(found: StudyResult, moves: MadeMove[], run: number): Promise<void> {
    this.made = true;
    this.hint = null;
    this.busy = found.replies.length > 0;
    this.spot = {
      ...this.spot,
      moves: [...moves, ...found.replies.map(([who, text]) => [who, text] as const)],
    };
    await this.showView(found, found.before ?? found.view, found.events.at(-1) ?? []);
    for (const [, , events, view] of found.replies) {
      await this.page.pause(FOLLOW);
      if (run !== this.run) return;
      await this.showView(found, view, events);
    }
    if (run !== this.run) return;
    this.busy = false;
    this.ends[this.index] = this.spot;
    this.page.done();
  }

  private async showView(
    found: StudyResult,
    view: Record<string, unknown>,
    events: readonly Record<string, unknown>[],
  ): Promise<void> {
    this.shown = this.spot;
    await this.page.show(
      () => {
        this.view = view;
        this.events = events as readonly Event[];
        this.allLegal = found.legal;
        this.actors = (view.actors as number[] | undefined) ?? found.actors;
      },
      events as readonly Event[],
    );
  }

  private ask(moves: readonly MadeMove[], reply = false): Promise<StudyResult> {
    return this.page.ask({
      game: this.game,
      position: this.spot.position,
      seat: this.lesson.seat,
      moves: moves.map(([who, move]) => [who, move] as [number, string]),
      seed: SEED,
      names: this.names,
      ...(reply ? { reply: "regular" as const } : {}),
    });
  }

  private reportProblem = (problem: unknown): void => {
    this.busy = false;
    this.problem = problem instanceof Error ? problem.message : String(problem);
  };
}
