/** A replay that somebody watches: which step, as which viewer, how fast. */
import type { GameReplay as Replay, ReplayStep } from "$lib/protocol";

export type { Replay, ReplayStep };

/** `all`, `watch`, or the number of a seat. */
export type Viewer = string;

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP = 1500; // milliseconds for a step at the usual speed

/** What the page does for a replay. */
export interface ReplayScreen {
  load: (viewer: Viewer) => Promise<Replay>;
  /** Change what is shown; cards travel for so many milliseconds, and not at all for 0. */
  show: (apply: () => void, flight: number) => Promise<void>;
  /** Tell what happened in the step that is shown now. */
  tell: (step: ReplayStep, forward: boolean) => void;
}

export class ReplayModel {
  data: Replay | null = $state.raw(null);
  viewer: Viewer = $state("all");
  at = $state(0);
  playing = $state(false);
  speed: number = $state(1);
  problem: string | null = $state(null);

  private loaded: Record<Viewer, Replay> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(private readonly screen: ReplayScreen) {}

  get last(): number {
    return Math.max(0, (this.data?.steps.length ?? 1) - 1);
  }

  get step(): ReplayStep | null {
    return this.data?.steps[this.at] ?? null;
  }

  get over(): boolean {
    return this.step?.view.over === true;
  }

  /** Show the same step as another viewer sees it. */
  async showAs(viewer: Viewer, at = this.at): Promise<void> {
    const asked = ++this.asked;
    try {
      const data = this.loaded[viewer] ?? (await this.screen.load(viewer));
      if (asked !== this.asked) return; // a later request has replaced this one
      this.loaded[viewer] = data;
      this.viewer = viewer;
      this.data = data;
      this.at = Math.min(Math.max(0, at), this.last);
    } catch (problem) {
      if (asked === this.asked) this.problem = (problem as Error).message;
    }
  }

  /** Go to a step. Cards travel only between neighbouring steps. */
  async go(to: number): Promise<void> {
    const goal = Math.min(Math.max(0, Math.round(to)), this.last);
    const way = goal - this.at;
    if (way === 0) return;
    const flight = Math.abs(way) === 1 ? Math.min(300, (STEP / this.speed) * 0.4) : 0;
    await this.screen.show(() => (this.at = goal), flight);
    if (this.step) this.screen.tell(this.step, way === 1);
  }

  forward(): Promise<void> {
    this.pause();
    return this.go(this.at + 1);
  }

  back(): Promise<void> {
    this.pause();
    return this.go(this.at - 1);
  }

  jump(to: number): Promise<void> {
    this.pause();
    return this.go(to);
  }

  /** Play or pause. At the end, play from the beginning. */
  toggle(): void {
    if (this.playing) return this.pause();
    this.playing = true;
    if (this.at === this.last) void this.go(0);
    this.wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.go(this.at + 1).then(() => {
        if (this.at === this.last) this.pause();
        else if (this.playing) this.wait();
      });
    }, STEP / this.speed);
  }
}
