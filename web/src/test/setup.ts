import { act, cleanup, setup } from "@testing-library/svelte";
import { afterEach, beforeEach } from "vitest";

// Test files share what they import, so this is said for each of them.
beforeEach(() => setup());
afterEach(async () => {
  await act();
  cleanup();
});

// What browsers have and jsdom lacks.
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof matchMedia;
