import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket, tableMessage } from "$test/fakeServer";
import type { Message } from "$lib/protocol";
import { TableSocket } from "./tableSocket";

describe("the socket of a table", () => {
  let heard: Message[];
  let links: boolean[];
  let seen: number | null;
  let socket: TableSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    heard = [];
    links = [];
    seen = null;
    socket = new TableSocket("k7tm", "fr", () => seen, {
      hear: (message) => heard.push(message),
      linked: (linked) => links.push(linked),
    });
  });

  afterEach(() => {
    socket.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("asks in the language of the page, and from scratch at first", () => {
    expect(FakeSocket.last().url).toContain("/api/tables/k7tm/socket?lang=fr");
    expect(FakeSocket.last().url).not.toContain("since");
  });

  it("gives the answer to who asked, and everything else to who listens", async () => {
    const wire = FakeSocket.last().open();
    wire.tell(tableMessage());
    const answer = socket.ask({ type: "play", move: "take" });
    const [command] = wire.commands();
    wire.tell({ type: "done", id: command!.id, seq: 6 });
    expect(await answer).toEqual({ type: "done", id: command!.id, seq: 6 });
    expect(heard.map((message) => message.type)).toEqual(["table"]);
  });

  it("comes back by itself from where it was, and repeats what has no answer with the same id", async () => {
    const first = FakeSocket.last().open();
    const answer = socket.ask({ type: "play", move: "take" });
    const asked = first.commands()[0]!;
    seen = 5;
    first.break();
    await vi.advanceTimersByTimeAsync(2000);
    const second = FakeSocket.last();
    expect(second).not.toBe(first);
    expect(second.url).toContain("since=5");
    second.open();
    expect(second.commands()).toEqual([asked]);
    second.tell({ type: "done", id: asked.id, seq: 6 });
    expect((await answer).type).toBe("done");
    expect(links).toEqual([true, false, true]);
  });

  it("waits longer from try to try, and tries at once when the network is back", async () => {
    FakeSocket.last().break();
    for (let tries = 0; tries < 6; tries += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      FakeSocket.last().break();
    }
    const before = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(FakeSocket.all.length).toBe(before);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  it("does not come back to a table that is not there", async () => {
    FakeSocket.last().open().break(4404);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it("does not come back after a log-out, for it would be somebody else", async () => {
    FakeSocket.last().open().break(4401);
    await vi.advanceTimersByTimeAsync(60_000);
    dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.all.length).toBe(1);
    socket.renew(); // unless somebody asks for it
    expect(FakeSocket.all.length).toBe(2);
  });

  it("asks again by itself for what could not be written down for now", async () => {
    const wire = FakeSocket.last().open();
    const answer = socket.ask({ type: "play", move: "take" });
    const asked = wire.commands()[0]!;
    wire.tell({ type: "failed", id: asked.id, code: "store-down", text: "…" });
    await vi.advanceTimersByTimeAsync(1500);
    expect(wire.commands()).toEqual([asked, asked]);
    wire.tell({ type: "done", id: asked.id, seq: 6 });
    expect((await answer).type).toBe("done");
  });

  it("knows how the server's clock differs", async () => {
    const wire = FakeSocket.last().open();
    const ping = wire.sent.find((message) => message.type === "ping")!;
    wire.tell({ type: "pong", id: ping.id, at: Date.now() + 5000 });
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.ahead).toBe(5000);
  });
});
