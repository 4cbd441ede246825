/** Sentences that the engine has said, in a file whose name it gives: the page says the same. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadCardName } from "./gameRegistry";
import { Speech, type Event, type Texts } from "$words/speech";

interface Case {
  game: string;
  lang: string;
  names: string[];
  event?: Event;
  move?: string;
  said: string;
}

const path = process.env.PIOCHE_SAID;
const words = import.meta.glob<Texts>("$games/*/words/*.json", { import: "default", eager: true });

/** A game without words in a language speaks English there. */
async function speechOf(game: string, lang: string): Promise<Speech> {
  const folder = `/${game.replaceAll("-", "_")}/words/`;
  const find = (wanted: string) =>
    Object.entries(words).find(([name]) => name.endsWith(`${folder}${wanted}.json`));
  const [, texts] = find(lang) ?? find("en")!;
  return new Speech(texts, lang, {}, await loadCardName(game));
}

describe.skipIf(!path)("what the engine says", () => {
  it("is what the page says", async () => {
    const cases = JSON.parse(readFileSync(path!, "utf8")) as Case[];
    const speeches = new Map<string, Speech>();
    for (const { game, lang, names, event, move, said } of cases) {
      const key = `${game}:${lang}`;
      const speech = speeches.get(key) ?? (await speechOf(game, lang));
      speeches.set(key, speech);
      const own = event ? speech.event(event, names) : speech.move(move!, names);
      expect(own, `${key} ${JSON.stringify(event ?? move)}`).toBe(said);
    }
    expect(cases.length).toBeGreaterThan(100);
  });
});
