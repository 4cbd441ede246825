import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Device } from "$lib/protocol";
import { forgetPerson } from "$lib/person.svelte";
import { setLanguage } from "$words/words.svelte";
import DeviceList from "./DeviceList.svelte";

const HOUR = Date.UTC(2026, 4, 2, 10);
const LAPTOP: Device = {
  id: "a",
  kind: "device",
  name: "Firefox on Linux",
  created: HOUR,
  seen: HOUR,
  current: true,
};
const PHONE: Device = { ...LAPTOP, id: "b", name: "Safari on iPhone", current: false };
const PROGRAM: Device = { ...PHONE, id: "c=", kind: "program", name: "my bot", seen: null };

/** A server that knows a person and their devices. */
class FakeDevices {
  requests: string[] = [];
  broken = false;

  constructor(public devices: Device[]) {}

  answer = async (path: string, { method }: { method: string }): Promise<Response> => {
    this.requests.push(`${method} ${path}`);
    if (this.broken) return Response.json({ code: "store-down", text: "Later!" }, { status: 503 });
    if (method === "DELETE") {
      const id = decodeURIComponent(path.split("/")[4] ?? "");
      this.devices = this.devices.filter((one) => (id ? one.id !== id : one.current));
      return new Response(null, { status: 204 });
    }
    const known = this.devices.some((one) => one.current);
    const me = known ? { id: "p", name: "Ada", avatar: "fox" } : null;
    if (path === "/api/site") return Response.json({ version: "1", network: null, me });
    return Response.json(this.devices);
  };
}

describe("the list of devices", () => {
  let server: FakeDevices;

  beforeEach(async () => {
    forgetPerson();
    await setLanguage("en");
    server = new FakeDevices([LAPTOP, PHONE, PROGRAM]);
    vi.stubGlobal("fetch", server.answer);
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  async function open(): Promise<HTMLElement[]> {
    const { container } = render(DeviceList);
    const details = container.querySelector("details")!;
    details.open = true;
    await fireEvent(details, new Event("toggle"));
    return screen.findAllByRole("listitem");
  }

  const names = (): string[] =>
    screen.queryAllByRole("listitem").map((item) => item.textContent!.replace(/\s+/g, " ").trim());

  it("says what each is, since when, and when it was last used", async () => {
    await open();
    expect(names()[0]).toContain("Firefox on Linux (this device) since May 2, 2026");
    expect(names()[0]).not.toContain("last used");
    expect(names()[1]).toMatch(/Safari on iPhone since May 2, 2026\s*last used May 2, 2026, \d/);
    expect(names()[2]).toContain("my bot (program) since May 2, 2026");
    expect(names()[2]).not.toContain("last used");
  });

  it("logs out one", async () => {
    await open();
    await fireEvent.click(screen.getByRole("button", { name: "Log out: my bot" }));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(server.requests).toContain("DELETE /api/me/devices/c%3D");
  });

  it("logs out all others", async () => {
    await open();
    await fireEvent.click(screen.getByRole("button", { name: /all others/ }));
    await waitFor(() => expect(names()).toHaveLength(1));
    expect(server.requests).toContain("DELETE /api/me/devices");
    expect(screen.queryByRole("button", { name: /all others/ })).toBeNull();
  });

  it("asks before this device is logged out, for there may be no way back", async () => {
    await open();
    await fireEvent.click(screen.getByRole("button", { name: "Log out: Firefox on Linux" }));
    const question = screen.getByRole("alert");
    expect(question.textContent).toContain("only by a link");
    expect(server.requests.some((request) => request.startsWith("DELETE"))).toBe(false);
    await fireEvent.click(within(question).getByRole("button", { name: "Stay" }));
    expect(screen.queryByRole("alert")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Log out: Firefox on Linux" }));
    const sure = within(screen.getByRole("alert")).getByRole("button", { name: "Log out" });
    await fireEvent.click(sure);
    await waitFor(() => expect(names()).toHaveLength(0));
    expect(server.requests).toContain("DELETE /api/me/devices/a");
  });

  it("says what went wrong", async () => {
    await open();
    server.broken = true;
    await fireEvent.click(screen.getByRole("button", { name: /all others/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("Later!");
    expect(names()).toHaveLength(3);
  });

  it("speaks French", async () => {
    await setLanguage("fr");
    await open();
    expect(names()[0]).toContain("(cet appareil) depuis le 2 mai 2026");
    expect(screen.getByRole("button", { name: /tous les autres/ })).toBeTruthy();
  });
});
