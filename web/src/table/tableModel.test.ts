import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket, seats, tableMessage } from "$test/fakeServer";
import { getPerson, reloadPerson } from "$lib/person.svelte";
import { TableModel } from "./tableModel.svelte";

const update = (seq: number, more: Record<string, unknown> = {}) => ({
  type: "update",
  seq,
  at: seq,
  ...more,
});

describe("a table as the browser sees it", () => {
  let table: TableModel;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    sessionStorage.clear();
    table = new TableModel("k7tm4rx9w2hf", "en");
    FakeSocket.last().open().tell(tableMessage());
  });

  afterEach(() => {
    table.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("shows nothing of before to whoever comes after a log-out", async () => {
    const wire = FakeSocket.last();
    wire.tell(update(6, { view: { actors: [0] }, events: [{ type: "drawn", card: "V7" }] }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.log).toHaveLength(1);
    void table.play("take");
    wire.tell({ type: "bye", code: "logged-out", text: "This device was logged out." });
    wire.break(4401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([table.status, table.bye]).toEqual(["logged-out", "This device was logged out."]);
    expect(FakeSocket.all.length).toBe(1);
    table.renew();
    expect([table.status, table.view, table.seat, table.about]).toEqual([
      "connecting",
      null,
      null,
      null,
    ]);
    expect(FakeSocket.last().url).not.toContain("since");
    FakeSocket.last()
      .open()
      .tell(tableMessage({ seq: 7, seat: null, legal: [] }));
    expect([table.status, table.seat, table.mine]).toEqual(["linked", null, false]);
    expect([table.log, table.events, table.pending]).toEqual([[], [], []]);
    expect(FakeSocket.last().commands()).toEqual([]);
    expect(sessionStorage).toHaveLength(0);
  });

  it("finds out that it was logged out while it had no connection", async () => {
    const site = { version: "1", network: null, me: { id: "p", name: "Ada", avatar: "fox" } };
    vi.stubGlobal("fetch", async () => Response.json(site));
    await reloadPerson();
    FakeSocket.last().break();
    vi.stubGlobal("fetch", async () => Response.json({ ...site, me: null }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSocket.last().url).toContain("since=5&seat=0");
    FakeSocket.last()
      .open()
      .tell(tableMessage({ seat: null, hosting: false, legal: [] }));
    await vi.advanceTimersByTimeAsync(0);
    expect([table.status, getPerson()]).toEqual(["logged-out", null]);
    const tries = FakeSocket.all.length;
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all.length).toBe(tries);
    table.renew();
    FakeSocket.last()
      .open()
      .tell(tableMessage({ seat: null, hosting: false, legal: [] }));
    expect(table.status).toBe("linked");
  });

  it("says that there is no room yet, until it is let in", () => {
    table.close();
    table = new TableModel("k7tm4rx9w2hf", "en");
    const wire = FakeSocket.last().open();
    wire.tell({ type: "bye", code: "busy", text: "Too many are waiting right now." });
    wire.break(1013);
    expect([table.status, table.full]).toEqual(["connecting", true]);
    table.renew();
    FakeSocket.last().open().tell(tableMessage());
    expect([table.status, table.full]).toEqual(["linked", false]);
  });

  it("stays with whoever has got up", async () => {
    const me = { id: "p", name: "Ada", avatar: "fox" };
    vi.stubGlobal("fetch", async () => Response.json({ version: "1", network: null, me }));
    await reloadPerson();
    FakeSocket.last().tell(tableMessage({ seat: null, hosting: false, legal: [] }));
    await vi.advanceTimersByTimeAsync(0);
    expect([table.status, getPerson()?.name]).toEqual(["linked", "Ada"]);
  });

  it("lets no French line of the server begin with a sign", () => {
    table.close();
    table = new TableModel("k7tm4rx9w2hf", "fr");
    FakeSocket.last().open().tell(tableMessage());
    const text = "Pas si vite ! Réessayez dans 5 s.";
    FakeSocket.last().tell({ type: "failed", code: "too-fast", text });
    expect(table.reason?.text).toBe("Pas si vite\u00a0! Réessayez dans 5\u00a0s.");
  });

  it("starts with everything it is told", () => {
    expect(table.seat).toBe(0);
    expect(table.mine).toBe(true);
    expect(table.names).toEqual(["Ada", "Bea", "Cem"]);
    expect(table.players.map((player) => player.acting)).toEqual([true, false, false]);
  });

  it("shows updates one after the other, and what may be done now belongs to the last", async () => {
    const wire = FakeSocket.last();
    wire.tell(update(6, { view: { actors: [1] } }));
    wire.tell(update(7, { view: { actors: [2] } }));
    wire.tell(update(8, { view: { actors: [0] }, legal: ["take"] }));
    await vi.advanceTimersByTimeAsync(0);
    expect(table.seq).toBe(6);
    expect(table.mine).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.seq).toBe(8);
    expect(table.legal).toEqual(["take"]);
  });

  it("shows everything at once to somebody who plays on", async () => {
    const wire = FakeSocket.last();
    for (const seq of [6, 7, 8]) wire.tell(update(seq, { view: { actors: [0] }, legal: ["take"] }));
    void table.play("take");
    expect(table.seq).toBe(8);
    expect(table.pending).toEqual(["take"]);
    wire.tell({ type: "done", id: wire.commands()[0]!.id, seq: 9 });
    await vi.advanceTimersByTimeAsync(0);
    expect(table.pending).toEqual([]);
  });

  it("takes no update twice", async () => {
    const wire = FakeSocket.last();
    wire.tell(update(6, { view: { actors: [1], turn: 1 } }));
    wire.tell(update(6, { view: { actors: [1], turn: 2 } }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(table.view?.turn).toBe(1);
  });

  it("says why something is refused, with the clause", async () => {
    const played = table.play("pass");
    const wire = FakeSocket.last();
    const { id } = wire.commands()[0]!;
    wire.tell({ type: "refused", id, code: "no-chip", text: "You have no chip.", clause: "NT-11" });
    expect(await played).toBe(false);
    expect(table.reason).toEqual({ text: "You have no chip.", clause: "NT-11" });
  });

  it("keeps its log over a reload", async () => {
    FakeSocket.last().tell(update(6, { events: [{ type: "turned", card: 3, left: 2 }], view: {} }));
    await vi.advanceTimersByTimeAsync(1000);
    const again = new TableModel("k7tm4rx9w2hf", "en");
    FakeSocket.last()
      .open()
      .tell(tableMessage({ seq: 6 }));
    expect(again.log.map((happened) => happened.seq)).toEqual([6]);
    again.close();
  });

  it("names people as they sat then, though the start turns the seats", async () => {
    const before = tableMessage({ seq: 6, view: null, legal: [] });
    const about = { ...(before.about as Record<string, unknown>), phase: "open" };
    const wire = FakeSocket.last();
    wire.tell({ ...before, about });
    wire.tell(update(7, { news: { type: "ready", seat: 1, ready: true } }));
    await vi.advanceTimersByTimeAsync(1000);
    const turned = { ...about, phase: "running", seats: seats("Bea", "Cem", "Ada") };
    const events = [{ type: "dealt", round: 1, seat: 0 }];
    wire.tell(tableMessage({ seq: 8, seat: 2, about: turned, events }));
    expect(table.log.map((happened) => happened.news?.type)).toEqual(["ready", "started"]);
    expect(table.log[1]!.events).toEqual(events);
    expect(table.log[0]!.names).toEqual(["Ada", "Bea", "Cem"]);
    expect(table.names).toEqual(["Bea", "Cem", "Ada"]);
  });

  it("tells that the connection is lost, and that it is back", async () => {
    FakeSocket.last().break();
    expect(table.status).toBe("lost");
    await vi.advanceTimersByTimeAsync(3000);
    FakeSocket.last().open();
    expect(table.status).toBe("linked");
  });
});
