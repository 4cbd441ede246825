/** The socket of a table. It reconnects by itself; no command is lost or done twice. */
import type { Command, Message, Question } from "$lib/protocol";
import { typeset } from "$words/speech";

type Without<T> = T extends unknown ? Omit<T, "id" | "seq"> : never;
export type CommandBody = Without<Command | Question>;
type Answer = Extract<Message, { type: "done" | "refused" | "failed" | "hint" | "pong" }>;

interface Waiting {
  line: string;
  answered: (answer: Answer) => void;
}

export interface SocketListener {
  /** Something was told. */
  hear: (message: Message) => void;
  /** The connection was made, or it was lost and is tried again. */
  linked: (linked: boolean) => void;
}

const FIRST = 500; // milliseconds before the second try
const LONGEST = 15_000;
const PING = 20_000;
const GONE = [4401, 4404, 4429];
const NO_SEAT = -1; // of a spectator who comes back
// Failures that pass: the same command is sent again.
const PASSING = ["store-down", "too-fast"];

export class TableSocket {
  /** The server's clock minus ours, in milliseconds. */
  ahead = 0;
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private closed = false;
  private gone = false; // it stays closed until it is renewed
  private quickest = Infinity;

  constructor(
    private readonly code: string,
    private readonly lang: string,
    private readonly seen: () => number | null,
    private readonly hearing: SocketListener,
    private readonly seat: () => number | null = () => null,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Send a command. The answer comes even if the connection breaks in between. */
  ask(wish: CommandBody): Promise<Answer> {
    const id = makeCommandId();
    const line = JSON.stringify({ ...wish, id, seq: this.seen() ?? 0 });
    return new Promise((answered) => {
      this.waiting.set(id, { line, answered });
      this.send(line);
    });
  }

  /** Connect again: the server knows a socket by the person who opened it, and that has changed. */
  renew(): void {
    const old = this.socket;
    clearTimeout(this.timer);
    this.gone = false;
    this.connect();
    old?.close(1000);
  }

  /** Close it until it is renewed: whoever renews it may be somebody else. */
  leave(): void {
    this.gone = true;
    this.waiting.clear();
    clearTimeout(this.timer);
    this.socket?.close(1000);
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    this.socket?.close(1000);
  }

  private connect(): void {
    const since = this.seen();
    const query = new URLSearchParams({
      lang: this.lang,
      ...(since ? { since: String(since), seat: String(this.seat() ?? NO_SEAT) } : {}),
    });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${this.code}/socket?${query}`,
    );
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.heard(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code);
    };
  }

  private opened(): void {
    this.hearing.linked(true);
    for (const { line } of this.waiting.values()) this.send(line);
    this.ping();
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.ping(), PING);
  }

  private lost(code: number): void {
    clearInterval(this.pinging);
    this.socket = null;
    if (this.closed || this.gone) return;
    this.hearing.linked(false);
    if (GONE.includes(code)) return this.leave();
    const wait = Math.min(LONGEST, FIRST * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** The network or the user is back: connect now. */
  private hurry = (): void => {
    if (this.closed || this.gone || this.socket || document.hidden) return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.connect();
  };

  private heard(message: Message): void {
    this.tries = 0;
    if ("text" in message) message.text = typeset(message.text, this.lang);
    const id = "id" in message ? message.id : undefined;
    const asked = id === undefined ? undefined : this.waiting.get(id);
    if (message.type === "failed" && asked && PASSING.includes(message.code)) {
      setTimeout(() => this.send(asked.line), 1000);
      return;
    }
    if (message.type === "bye" || !asked) this.hearing.hear(message);
    if (asked && id !== undefined) {
      this.waiting.delete(id);
      asked.answered(message as Answer);
    }
  }

  private send(line: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(line);
  }

  /** Keeps the connection alive and measures the difference of the clocks by the fastest answer. */
  private ping(): void {
    const sent = Date.now();
    const id = makeCommandId();
    const line = JSON.stringify({ type: "ping", id });
    this.waiting.set(id, {
      line,
      answered: (answer) => {
        const took = Date.now() - sent;
        if (answer.type !== "pong" || took > this.quickest) return;
        this.quickest = took;
        this.ahead = answer.at + took / 2 - Date.now();
      },
    });
    this.send(line);
  }
}

/** An id that nobody else uses, also where there is no `randomUUID` (over plain HTTP). */
export function makeCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
