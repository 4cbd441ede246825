/** A fake server: sockets that a test opens, feeds and breaks. */

export class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: Record<string, any>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(line: string): void {
    this.sent.push(JSON.parse(line));
  }

  close(): void {
    this.readyState = 3;
  }

  // -- what the test does ------------------------------------------------------------------

  open(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    return this;
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  break(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  commands(): Record<string, any>[] {
    return this.sent.filter((message) => message.type !== "ping");
  }

  static last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
}

export const seats = (...names: (string | null)[]) =>
  names.map((name) => ({
    name,
    avatar: "fox",
    bot: null,
    away: null,
    ready: true,
    ends: false,
    reserved: false,
  }));

/** The first message of a table. */
export function tableMessage(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: "table",
    seq: 5,
    seat: 0,
    hosting: true,
    about: {
      code: "k7tm4rx9w2hf",
      phase: "running",
      settings: {
        game: "no-thanks",
        seats: 3,
        options: {},
        clock: null,
        listed: false,
        hints: true,
        first: null,
      },
      seats: seats("Ada", "Bea", "Cem"),
      host: 0,
      commitment: "00",
      follows: null,
      abandoned: false,
    },
    times: { at: 0, banks: null, running: [], race: null, game: null },
    chat: [],
    view: { actors: [0], turn: 0 },
    legal: ["take", "pass"],
    ...over,
  };
}
