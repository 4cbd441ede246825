/** The words of the page and of the games in the current language. */
import { LANGUAGES, saveSettings, userSettings, type Language } from "$lib/settings.svelte";
import { findText, fillTemplate, Speech, typesetAll, type Params, type Texts } from "./speech";
import { loadCardName } from "$lib/gameRegistry";

const shell = import.meta.glob<Texts>("./{en,fr}.ts", { import: "default" });
const games = import.meta.glob<Texts>("$games/*/words/*.json", { import: "default" });

let texts: Texts = $state.raw({});
let spoken: Language = $state("en");
let speeches: Record<string, Speech> = $state.raw({});

/** The current language: the chosen one, as soon as its words are loaded. */
export function getLanguage(): Language {
  return spoken;
}

/** Load a language and switch to it. */
export async function setLanguage(lang: Language = userSettings.lang): Promise<void> {
  const load = shell[`./${lang}.ts`];
  if (load === undefined)
    throw new Error(`no words for ${lang}; there are ${LANGUAGES.join(", ")}`);
  const found = await load();
  const known = Object.keys(speeches).map((game) => game.split(":")[0] ?? "");
  texts = typesetAll(found, lang);
  spoken = lang;
  await Promise.all([...new Set(known)].map(loadSpeech));
  saveSettings({ lang });
}

/** A text of the shell by its path, filled in. */
export function t(path: string, params: Params = {}): string {
  return fillTemplate(findText(texts, path) ?? path, params, spoken);
}

/** Load the words of a game. */
export async function loadSpeech(game: string): Promise<Speech> {
  const key = `${game}:${spoken}`;
  const known = speeches[key];
  if (known) return known;
  // A game without words in this language is told in English.
  const lang = findOfGame(games, game, `/words/${spoken}.json`) ? spoken : "en";
  const load = findOfGame(games, game, `/words/${lang}.json`);
  if (!load) throw new Error(`there is no game ${game}`);
  const [own, named] = await Promise.all([load(), loadCardName(game)]);
  const speech = new Speech(typesetAll(own, lang), lang, texts, named);
  speeches = { ...speeches, [key]: speech };
  return speech;
}

/** The words of a game, once they are loaded. */
export function getSpeech(game: string): Speech | undefined {
  return speeches[`${game}:${spoken}`];
}

function findOfGame<T>(
  modules: Record<string, () => Promise<T>>,
  game: string,
  end: string,
): (() => Promise<T>) | undefined {
  const folder = `/${game.replaceAll("-", "_")}${end}`;
  return Object.entries(modules).find(([path]) => path.endsWith(folder))?.[1];
}
