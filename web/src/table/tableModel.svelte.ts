/** A table as this browser sees it. Updates from the server are shown one after the other. */
import { tick } from "svelte";
import { announceNow, announce } from "$lib/announce.svelte";
import type { Player } from "$kit/gameParts";
import { animateMoves, recordPlaces } from "$lib/motion";
import { forgetPerson, getPerson, reloadPerson } from "$lib/person.svelte";
import type {
  Bye,
  TableInfo,
  TablePresence,
  ChatLine,
  Message,
  News,
  Refused,
  TableMessage,
  Times,
  Update,
} from "$lib/protocol";
import { storeSeal } from "../replay/seal/shownSeals";
import { TableSocket, type CommandBody } from "./tableSocket";
import { playSound, type SoundName } from "$lib/sound";
import type { Event } from "$words/speech";
import { getSpeech, t } from "$words/words.svelte";

/** Something that happened, for the log. */
export interface LogEntry {
  seq: number;
  at: number;
  events: readonly Event[];
  news: News | null;
  /** The names of the seats at that time; the start may change the seats. */
  names?: readonly string[];
}

/** A refusal to be shown. */
export interface RefusalNotice {
  text: string;
  clause: string | null;
}

const KEPT = 300; // lines of the log
const PACE = 420; // milliseconds for which an update is alone on the screen
const FLIGHT = 280; // milliseconds that a card travels
const READ = 5000; // milliseconds in which a refusal is read
const HURRIED = 3; // updates that wait: from here on everything is quicker

export type Status = "connecting" | "linked" | "lost" | "gone" | "logged-out";

export class TableModel {
  status: Status = $state("connecting");
  bye: string | null = $state(null);
  /** Whether nobody new is let in for now. */
  full = $state(false);
  seq = $state(0);
  seat: number | null = $state(null);
  hosting = $state(false);
  about: TableInfo | null = $state.raw(null);
  view: Record<string, any> | null = $state.raw(null);
  legal: readonly string[] = $state.raw([]);
  times: Times | null = $state.raw(null);
  chat: readonly ChatLine[] = $state.raw([]);
  here: TablePresence | null = $state.raw(null);
  events: readonly Event[] = $state.raw([]);
  log: readonly LogEntry[] = $state.raw([]);
  pending: readonly string[] = $state.raw([]);
  hint: { move: string; text: string } | null = $state.raw(null);
  thinking = $state(false);
  reason: RefusalNotice | null = $state.raw(null);
  unread = $state(0);
  /** The last sign or text of each seat, for a moment. */
  saying: Record<number, ChatLine> = $state.raw({});

  /** Where cards are that travel; the page sets it. */
  root: HTMLElement | null = null;
  /** Whether updates are shown as they come; the game says so. */
  realTime = false;
  soundOf: (event: Event, seat: number | null) => SoundName | null = () => null;
  /** Whether an event is said aloud; the game says so. */
  isSpoken: (event: Event, seat: number | null) => boolean = () => true;

  private readonly socket: TableSocket;
  private queue: Update[] = [];
  private busy = false;
  private told = 0; // the seq of the last update that has come, shown or not
  private quiet: Record<number, ReturnType<typeof setTimeout>> = {};

  constructor(
    readonly code: string,
    lang: string,
  ) {
    const listener = {
      hear: (message: Message) => this.hear(message),
      linked: (linked: boolean) => this.linked(linked),
    };
    const seen = () => this.told || null;
    this.socket = new TableSocket(code, lang, seen, listener, () => this.seat);
  }

  close(): void {
    this.socket.close();
    for (const timer of Object.values(this.quiet)) clearTimeout(timer);
  }

  /** Connect again, after the person has changed. */
  renew(): void {
    if (this.status === "logged-out") this.forget();
    this.socket.renew();
  }

  // -- state -------------------------------------------------------------------

  /** The server's time. */
  now(): number {
    return Date.now() + this.socket.ahead;
  }

  get names(): string[] {
    return this.about?.seats.map((seat) => seat.name ?? "–") ?? [];
  }

  get actors(): readonly number[] {
    return this.about?.phase === "running"
      ? ((this.view?.actors as number[] | undefined) ?? [])
      : [];
  }

  /** Whether it is the turn of the own seat. */
  get mine(): boolean {
    return this.seat !== null && this.legal.length > 0;
  }

  get players(): Player[] {
    const { about, here, seat: own } = this;
    return (about?.seats ?? []).map((seat, number) => ({
      seat: number,
      name: seat.name ?? "–",
      avatar: seat.avatar,
      bot: seat.bot,
      away: seat.away,
      you: number === own,
      acting: this.actors.includes(number),
      here: seat.bot !== null || (here?.seats.includes(number) ?? true),
    }));
  }

  // -- commands -----------------------------------------------------------------------

  /** Make a move. Updates that still wait are shown at once. */
  async play(move: string): Promise<boolean> {
    this.catchUp();
    this.reason = null;
    this.pending = [...this.pending, move];
    const done = await this.ask({ type: "play", move });
    this.pending = removeOne(this.pending, move);
    return done;
  }

  /** Ask the table for something; what it refuses is shown. */
  async ask(wish: CommandBody): Promise<boolean> {
    const answer = await this.socket.ask(wish);
    if (answer.type === "refused") this.refuse(answer);
    if (answer.type === "failed") this.refuse({ text: answer.text });
    return answer.type === "done";
  }

  /** Ask what an expert would do. */
  async advise(): Promise<void> {
    this.thinking = true;
    const answer = await this.socket.ask({ type: "hint" });
    this.thinking = false;
    if (answer.type === "refused") this.refuse(answer);
    if (answer.type === "failed") this.refuse({ text: answer.text });
    if (answer.type !== "hint" || answer.seq < this.seq) return;
    this.hint = { move: answer.move, text: answer.text };
    const words = getSpeech(this.about?.settings.game ?? "");
    announceNow(`${words?.move(answer.move, this.names) ?? answer.move}. ${answer.text}`);
  }

  refuse(refused: Pick<Refused, "text" | "clause">): void {
    const reason = { text: refused.text, clause: refused.clause ?? null };
    this.reason = reason;
    if (this.realTime) setTimeout(() => this.reason === reason && (this.reason = null), READ);
    playSound("oops");
    announceNow(refused.text);
  }

  // -- messages ----------------------------------------------------------------------

  private linked(linked: boolean): void {
    if (this.status === "gone" || this.status === "logged-out") return;
    if (!linked && this.status === "linked") announce(t("table.lost"));
    if (linked && this.status === "lost") announce(t("table.back"));
    const isNew = this.about === null; // nothing is shown that could be lost
    this.status = linked ? "linked" : isNew ? "connecting" : "lost";
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "table":
        return this.take(message);
      case "update":
        return this.updated(message);
      case "here":
        this.here = message;
        return;
      case "bye":
        return this.leave(message);
      case "failed":
        return this.refuse({ text: message.text });
      default:
        return;
    }
  }

  /** The server closes the socket. */
  private leave(bye: Bye): void {
    if (bye.code === "busy") {
      this.full = true; // the socket tries again by itself
      return;
    }
    this.bye = bye.text;
    this.status = bye.code === "logged-out" ? "logged-out" : "gone";
    if (this.status === "logged-out") forgetPerson();
  }

  /** Without the seat one had: has this device been logged out meanwhile? */
  private async checkPerson(): Promise<void> {
    if (!getPerson() || (await reloadPerson().catch(getPerson))) return;
    this.leave({ type: "bye", code: "logged-out", text: t("device.logged-out") });
    this.socket.leave();
  }

  /** What a player saw is not for whoever comes next. */
  private forget(): void {
    this.status = "connecting";
    this.about = this.view = this.seat = this.hint = this.reason = null;
    this.here = this.times = null;
    this.legal = [];
    this.chat = [];
    this.log = [];
    this.events = [];
    this.pending = [];
    this.queue = [];
    this.saying = {};
    this.hosting = this.thinking = false;
    this.seq = this.told = this.unread = 0;
  }

  private take(table: TableMessage): void {
    this.queue = [];
    this.full = false;
    if ((this.seat !== null || this.hosting) && table.seat === null && !table.hosting)
      void this.checkPerson();
    const known = this.about !== null;
    const begins = this.about?.phase === "open" && table.about.phase === "running";
    if (!known) this.log = readStoredLog(this.code).filter((happened) => happened.seq <= table.seq);
    this.seq = this.told = table.seq;
    this.seat = table.seat;
    this.hosting = table.hosting;
    this.about = table.about;
    storeSeal(this.code, table.about.commitment, table.about.phase === "open");
    this.times = table.times;
    this.chat = table.chat;
    this.events = [];
    this.hint = null;
    this.saying = {};
    void this.change(
      () => {
        this.view = table.view;
        this.legal = table.legal;
      },
      known ? FLIGHT : 0,
    );
    if (begins) this.showStart(table);
  }

  /** The start may change seats: then the events come with the new table. */
  private showStart(table: TableMessage): void {
    const news: News = { type: "started" };
    const events = (table.events ?? []) as readonly Event[];
    const { at } = table.times;
    this.addToLog({ seq: table.seq, at, events, news });
    this.tellNews(news, at);
    this.say(events, false);
  }

  private addToLog(happened: LogEntry): void {
    this.log = [...this.log, happened].slice(-KEPT);
    storeLog(this.code, this.log);
  }

  private updated(update: Update): void {
    if (update.seq <= this.told) return;
    this.told = update.seq;
    this.queue.push(update);
    if (this.realTime || document.hidden) this.catchUp();
    else void this.showQueued();
  }

  /** Show what waits, one after the other. */
  private async showQueued(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        const waiting = this.queue.length;
        const hurry = waiting > HURRIED ? 0.25 : waiting > 0 ? 0.6 : 1;
        await this.show(next, FLIGHT * hurry);
        if (this.queue.length > 0 && changesView(next)) await pause(PACE * hurry);
      }
    } finally {
      this.busy = false;
    }
  }

  /** Show everything that waits, now. */
  catchUp(): void {
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      void this.show(next, this.realTime ? FLIGHT / 2 : 0);
    }
  }

  private async show(update: Update, flight: number): Promise<void> {
    const wasMine = this.mine;
    const events = (update.events ?? []) as readonly Event[];
    const names = update.news ? this.names : undefined;
    this.seq = update.seq;
    if (update.news) this.tellNews(update.news, update.at);
    if (update.about) this.about = update.about;
    this.times = update.times ?? (update.about || update.view ? null : this.times);
    if (events.length || update.news) {
      this.addToLog({ seq: update.seq, at: update.at, events, news: update.news ?? null, names });
    }
    if (update.view) {
      this.hint = null;
      // In a race the table changes too fast to read a refusal, so it stays for a while.
      if (!this.realTime) this.reason = null;
    }
    const shown = this.change(
      () => {
        if (update.view) this.view = update.view;
        if (events.length) this.events = events;
        this.legal = update.legal ?? [];
      },
      update.view ? flight : 0,
    );
    this.say(events, wasMine);
    await shown;
  }

  private async change(apply: () => void, flight: number): Promise<void> {
    const { root } = this;
    const before = root && flight > 0 ? recordPlaces(root) : null;
    const focused = root?.contains(document.activeElement) ?? false;
    apply();
    await tick();
    if (root && before) animateMoves(root, before, flight);
    if (root && focused) this.refocus(root);
  }

  /** When the focused element is gone, focus what can be played. */
  private refocus(root: HTMLElement): void {
    const at = document.activeElement;
    if (at && at !== root && root.contains(at)) return;
    const next = this.mine
      ? root.querySelector<HTMLElement>("button[aria-disabled='false']")
      : null;
    (next ?? root).focus({ preventScroll: true });
  }

  // -- sounds and announcements --------------------------------------------------------------

  private say(events: readonly Event[], wasMine: boolean): void {
    const words = getSpeech(this.about?.settings.game ?? "");
    for (const event of events) {
      const name = this.soundOf(event, this.seat);
      if (name) playSound(name);
      if (words && this.isSpoken(event, this.seat)) announce(words.event(event, this.names));
    }
    if (this.mine && !wasMine) {
      playSound("turn");
      announce(t("table.your-move"));
    }
  }

  private tellNews(news: News, at: number): void {
    if (news.type === "said" || news.type === "emoted") {
      const line: ChatLine = {
        at,
        name: news.name,
        seat: news.seat,
        role: (news.role ?? (news.seat === null ? "host" : "player")) as ChatLine["role"],
        text: news.type === "said" ? news.text : null,
        emote: news.type === "emoted" ? (news.emote as ChatLine["emote"]) : null,
      };
      this.chat = [...this.chat, line].slice(-100);
      if (news.seat !== this.seat || this.seat === null) {
        this.unread += 1;
        playSound("message");
        const role = line.role === "player" ? "" : ` (${t(`chat.roles.${line.role}`)})`;
        announce(`${news.name}${role}: ${line.text ?? t(`emotes.${line.emote}`)}`);
      }
      this.showBubble(line);
      return;
    }
    const text = describeNews(news, this.names);
    if (text) announce(text);
    if (news.type === "started") playSound("start");
  }

  private showBubble(line: ChatLine): void {
    if (line.seat === null) return;
    const { seat } = line;
    this.saying = { ...this.saying, [seat]: line };
    clearTimeout(this.quiet[seat]);
    this.quiet[seat] = setTimeout(() => {
      const { [seat]: _, ...rest } = this.saying;
      this.saying = rest;
    }, 4000);
  }
}

/** What happened at the table, in words. */
export function describeNews(news: News, names: readonly string[]): string {
  if (news.type === "said" || news.type === "emoted" || news.type === "opened") return "";
  const seat = "seat" in news ? (names[news.seat] ?? "–") : "";
  const name = "name" in news ? news.name : "";
  const before = "before" in news ? news.before : "";
  const key = news.type === "ready" && !news.ready ? "not-ready" : news.type;
  return t(`news.${key}`, { seat, name, before });
}

/** The log outlives a reload of the page. */
function storeLog(code: string, log: readonly LogEntry[]): void {
  try {
    sessionStorage.setItem(`log-${code}`, JSON.stringify(log));
  } catch {
    // full or forbidden: it is there until the page is loaded again
  }
}

function readStoredLog(code: string): LogEntry[] {
  try {
    return JSON.parse(sessionStorage.getItem(`log-${code}`) ?? "[]") as LogEntry[];
  } catch {
    return [];
  }
}

function changesView(update: Update): boolean {
  return update.view !== undefined;
}

function removeOne(list: readonly string[], gone: string): string[] {
  const at = list.indexOf(gone);
  return list.filter((_, index) => index !== at);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}
