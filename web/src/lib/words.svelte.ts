/** The words of the shell and of the games, in the language somebody has chosen. */
import { LANGUAGES, wish, wishes, type Language } from "./settings.svelte";
import { at, fill, Speech, typesetAll, type Params, type Texts } from "./speech";
import { cardNamer } from "./games";

const shell = import.meta.glob<Texts>("../words/{en,fr}.ts", { import: "default" });
const games = import.meta.glob<Texts>("$games/*/words/*.json", { import: "default" });

let texts: Texts = $state.raw({});
let spoken: Language = $state("en");
let speeches: Record<string, Speech> = $state.raw({});

/** The language that is spoken: the one wished for, as soon as its words are there. */
export function language(): Language {
  return spoken;
}

/** Speak the language that is wished for. */
export async function speak(lang: Language = wishes.lang): Promise<void> {
  const load = shell[`../words/${lang}.ts`];
  if (load === undefined)
    throw new Error(`no words for ${lang}; there are ${LANGUAGES.join(", ")}`);
  const found = await load();
  const known = Object.keys(speeches).map((game) => game.split(":")[0] ?? "");
  texts = typesetAll(found, lang);
  spoken = lang;
  await Promise.all([...new Set(known)].map(speechOf));
  wish({ lang });
}

/** A text of the shell by its path, filled in. */
export function t(path: string, params: Params = {}): string {
  return fill(at(texts, path) ?? path, params, spoken);
}

/** Load the words of a game. */
export async function speechOf(game: string): Promise<Speech> {
  const key = `${game}:${spoken}`;
  const known = speeches[key];
  if (known) return known;
  const lang = spoken;
  const load = find(games, game, `/words/${lang}.json`);
  const [own, named] = await Promise.all([load(), cardNamer(game)]);
  const speech = new Speech(typesetAll(own, lang), lang, texts, named);
  speeches = { ...speeches, [key]: speech };
  return speech;
}

/** The words of a game, once they are loaded. */
export function speech(game: string): Speech | undefined {
  return speeches[`${game}:${spoken}`];
}

function find<T>(
  modules: Record<string, () => Promise<T>>,
  game: string,
  end: string,
): () => Promise<T> {
  const folder = `/${game.replaceAll("-", "_")}${end}`;
  const found = Object.entries(modules).find(([path]) => path.endsWith(folder));
  if (!found) throw new Error(`there is no game ${game}`);
  return found[1];
}
