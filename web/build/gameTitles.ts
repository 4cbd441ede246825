/** The names of all games, and which of them have a lesson. The rest of their words is loaded with each game. */
import { readdirSync, readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:titles";

export function loadGameTitles(games: string): Plugin {
  return {
    name: "pioche-titles",
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const found: Record<string, Record<string, { name: string; tagline: string }>> = {};
      const lessons: string[] = [];
      for (const folder of readdirSync(games)) {
        const id = folder.replaceAll("_", "-");
        if (existsSync(join(games, folder, "web", "lesson.ts"))) lessons.push(id);
        for (const lang of ["en", "fr"]) {
          const path = join(games, folder, "words", `${lang}.json`);
          if (!existsSync(path)) continue;
          this.addWatchFile(path);
          const { name, tagline } = JSON.parse(readFileSync(path, "utf8"));
          (found[lang] ??= {})[id] = { name, tagline };
        }
      }
      return `export const lessons = ${JSON.stringify(lessons)};\nexport default ${JSON.stringify(found)}`;
    },
  };
}
