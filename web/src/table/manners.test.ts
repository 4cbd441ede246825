/** What the page says so that nobody is started into a game or taken for somebody else. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket, seats, tableMessage } from "$test/fakeServer";
import { setLanguage } from "$words/words.svelte";
import Chat from "./Chat.svelte";
import TableMenu from "./TableMenu.svelte";
import TableSetup from "./TableSetup.svelte";
import { TableModel } from "./tableModel.svelte";

type Fields = Record<string, unknown>;

let table: TableModel;

beforeEach(async () => {
  await setLanguage("en");
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", () => new Promise(() => {})); // nothing else is asked of the server
  FakeSocket.all = [];
  sessionStorage.clear();
  table = new TableModel("k7tm4rx9w2hf", "en");
  FakeSocket.last().open();
});

afterEach(() => {
  cleanup();
  table.close();
  vi.unstubAllGlobals();
});

function tell(over: Fields, about: Fields): void {
  const message = tableMessage(over);
  FakeSocket.last().tell({ ...message, about: { ...(message.about as Fields), ...about } });
}

/** A rematch that Ada has asked for, as a seat sees it. */
function tellRematch(seat: number, bea: Fields): void {
  const [ada, other] = seats("Ada", "Bea");
  const about = { phase: "open", seats: [ada, { ...other, ready: false, ...bea }] };
  tell({ seat, hosting: seat === 0, view: null, legal: [] }, about);
}

describe("a rematch", () => {
  const start = () => screen.getByRole("button", { name: "Start" }) as HTMLButtonElement;

  it("can't be started before all have accepted", async () => {
    tellRematch(0, { reserved: true, awaited: true });
    render(TableSetup, { table });
    expect(start().disabled).toBe(true);
    expect(screen.getByRole("status").textContent).toContain("free their seat.");
    expect(screen.getByText("has to accept")).toBeTruthy();
    tellRematch(0, { ready: true });
    await tick();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("A rematch");
    expect(start().disabled).toBe(false);
    expect(screen.queryByText("has to accept")).toBeNull();
  });

  it("asks whoever has a reserved seat", async () => {
    tellRematch(1, { reserved: true, awaited: true });
    render(TableSetup, { table });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("A rematch");
    expect(screen.getByRole("status").textContent).toContain("unless you accept");
    await fireEvent.click(screen.getByRole("button", { name: "I’m in" }));
    expect(FakeSocket.last().commands()[0]).toMatchObject({ type: "ready", ready: true });
  });
});

describe("other settings", () => {
  it("have to be accepted by those who sat down before", async () => {
    tellRematch(1, { awaited: true });
    render(TableSetup, { table });
    expect(screen.getByRole("heading", { level: 1 }).textContent).not.toContain("A rematch");
    expect(screen.getByRole("status").textContent).toContain("has changed what you play");
    await fireEvent.click(screen.getByRole("button", { name: "I’m in" }));
    expect(FakeSocket.last().commands()[0]).toMatchObject({ type: "ready", ready: true });
  });
});

describe("the menu of a table", () => {
  const props = { share: () => {}, close: () => {}, toggleSound: () => {} };
  const cover = { name: "Let a bot play for Bea" };

  it("lets a bot play for others only where there is no clock", () => {
    tell({ view: { actors: [1] }, legal: [] }, {});
    render(TableMenu, { table, ...props });
    expect(screen.queryByRole("button", cover)).not.toBeNull();
    cleanup();
    const settings = table.about!.settings;
    const clock = { bank: 86_400, increment: 0 };
    tell({ view: { actors: [1] }, legal: [] }, { settings: { ...settings, clock } });
    render(TableMenu, { table, ...props });
    expect(screen.queryByRole("button", cover)).toBeNull();
  });
});

describe("the chat", () => {
  it("says what everybody is who speaks", async () => {
    const line = { at: 1, name: "Bea", seat: 1, role: "player", text: "Hello", emote: null };
    const host = { ...line, at: 2, name: "Bea 2", seat: null, role: "host", text: "Me too" };
    tell({ chat: [line, host] }, {});
    render(Chat, { table });
    const news = { type: "said", name: "Bea", seat: 1, text: "Beep", role: "program" };
    FakeSocket.last().tell({ type: "update", seq: 6, at: 3, news });
    await tick();
    const said = within(screen.getByRole("list")).getAllByRole("listitem");
    const texts = said.map((item) => item.textContent?.replace(/\s+/g, " ").trim());
    expect(texts).toEqual([
      "Bea (program) Beep",
      "Bea 2 (host, not playing) Me too",
      "Bea (player) Hello",
    ]);
  });
});
