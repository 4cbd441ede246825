/** Every text is there in both languages, and none is left over. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Lesson } from "$kit/gameParts";
import en from "./en";
import fr from "./fr";
import ownEn from "./en.json";
import ownFr from "./fr.json";

type Tree = { [key: string]: Tree | string };

const SOURCES = resolve(import.meta.dirname, "..");
const GAMES = resolve(SOURCES, "../../src/pioche/games");

// Keys that are put together: `t(\`levels.${level}.name\`)`.
const DYNAMIC = [
  "about.credit.",
  "chat.roles.",
  "learn.look",
  "learn.other",
  "missing.",
  "offline.",
  "options.clocks.",
  "replay.seal.",
  "settings.colours.",
  "settings.palettes.",
  "settings.sizes.",
  "settings.themes.",
  "table.away.",
  "tables.over",
  "tables.running",
];

/** The paths of all texts; the forms of a plural are one. */
function paths(texts: unknown, before = ""): string[] {
  return Object.entries(texts as Tree).flatMap(([key, value]) =>
    typeof value === "object" && !("by" in value && "other" in value)
      ? paths(value, `${before}${key}.`)
      : [before + key],
  );
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|protocol\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** What the files ask for by its whole name. */
function asked(sources: readonly string[], call: string): Set<string> {
  const found = sources.join("\n").matchAll(new RegExp(`${call}\\(\\s*"([^"]+)"`, "g"));
  return new Set([...found].map(([, key]) => key!));
}

/** All names of texts of a part that files mention, and the beginnings of those put together. */
function mentioned(
  sources: readonly string[],
  part: string,
): { whole: Set<string>; begun: string[] } {
  const found = [
    ...sources.join("\n").matchAll(new RegExp(`["'\`](${part}\\.[\\w.-]*)(\\$?)`, "g")),
  ];
  return {
    whole: new Set(found.filter(([, , more]) => !more).map(([, key]) => key!)),
    begun: found.filter(([, , more]) => more).map(([, key]) => key!),
  };
}

describe("the words of the shell", () => {
  const keys = new Set(paths(en));
  const games = readdirSync(GAMES)
    .filter((name) => existsSync(join(GAMES, name, "web")))
    .flatMap((name) => files(join(GAMES, name, "web")));
  const whole = asked([...files(SOURCES), ...games], "\\bt");

  it("are the same in both languages", () => {
    expect(paths(ownFr).sort()).toEqual(paths(ownEn).sort());
    expect(paths(fr).sort()).toEqual(paths(en).sort());
  });

  it("need the same values in both languages", () => {
    const values = (texts: unknown, path: string): string[] => {
      const found = path.split(".").reduce<any>((part, key) => part[key], texts);
      return [...new Set(JSON.stringify(found).match(/\{\w+/g) ?? [])]
        .filter((one) => one !== "{")
        .sort();
    };
    for (const path of paths(ownEn))
      expect([path, values(ownFr, path)]).toEqual([path, values(ownEn, path)]);
  });

  it("are there for whatever the pages ask", () => {
    expect([...whole].filter((key) => !keys.has(key))).toEqual([]);
  });

  it("are all used", () => {
    const idle = paths(ownEn).filter(
      (key) => !whole.has(key) && !DYNAMIC.some((start) => key.startsWith(start)),
    );
    expect(idle).toEqual([]);
  });
});

const played = readdirSync(GAMES).filter((name) => existsSync(join(GAMES, name, "web/index.ts")));

describe.each(played)("the words of %s", (game) => {
  const words = (lang: string): Tree =>
    JSON.parse(readFileSync(join(GAMES, game, "words", `${lang}.json`), "utf8")) as Tree;
  const english = words("en");
  const french = words("fr");
  const sources = files(join(GAMES, game, "web"));

  it("are the same in both languages", () => {
    for (const part of ["web", "lesson"])
      expect(paths(french[part] ?? {}).sort()).toEqual(paths(english[part] ?? {}).sort());
  });

  it("are there for whatever its table asks, and all used", () => {
    const all = new Set(paths(english));
    const wanted = asked(sources, "\\b(?:speech|words)\\??\\.text");
    expect([...wanted].filter((key) => !all.has(key))).toEqual([]);
    const { whole, begun } = mentioned(sources, "web");
    const idle = paths({ web: english.web ?? {} }).filter(
      (key) => !whole.has(key) && !begun.some((start) => key.startsWith(start)),
    );
    expect(idle).toEqual([]);
  });

  it("tell its lesson, all of it", async () => {
    const { lesson } = (await import(join(GAMES, game, "web/lesson.ts"))) as { lesson: Lesson };
    const said = lesson.steps.flatMap((step) => [
      step.say,
      ...(step.otherwise ? [step.otherwise] : []),
    ]);
    expect([...new Set(said)].sort()).toEqual(paths(english.lesson ?? {}).sort());
  });
});
