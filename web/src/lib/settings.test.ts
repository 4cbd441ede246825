import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
const { parseSettings } = await import("./settings.svelte");

describe("reading what was kept", () => {
  it("takes what it knows", () => {
    expect(
      parseSettings('{"theme":"dark","cards":"large","sound":false,"lang":"fr"}'),
    ).toMatchObject({
      theme: "dark",
      cards: "large",
      sound: false,
      lang: "fr",
      palette: "usual",
    });
  });

  it.each([null, "", "{", "null", "7", "[]", '"text"'])("is as usual for %j", (kept) => {
    expect(parseSettings(kept)).toMatchObject({
      theme: "auto",
      palette: "usual",
      sound: true,
      confirm: false,
    });
  });

  it("leaves out what is not a choice, and what nobody knows", () => {
    const found = parseSettings(
      '{"theme":"pink","sound":"yes","motion":1,"__proto__":{"x":1},"other":true}',
    );
    expect(found).toMatchObject({ theme: "auto", sound: true, motion: "auto" });
    expect(found).not.toHaveProperty("other");
    expect(found).not.toHaveProperty("x");
  });
});
