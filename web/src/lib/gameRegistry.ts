/** Finds the web parts of games in their folders. A new folder adds a game. */
import type { Component } from "svelte";
import titles, { lessons } from "virtual:titles";
import type { GameParts } from "$kit/gameParts";
import { typeset, type CardName } from "$words/speech";

const parts = import.meta.glob<GameParts>("$games/*/web/index.ts", { import: "default" });
const arts = import.meta.glob<Component>("$games/*/web/Art.svelte", {
  import: "default",
  eager: true,
});
const cards = import.meta.glob<CardName>("$games/*/web/cards.ts", { import: "cardName" });
const rulebooks = import.meta.glob<string>("$games/*/rulebook/*.md", {
  query: "?raw",
  import: "default",
});

function findOfGame<T>(modules: Record<string, T>, game: string, end: string): T | undefined {
  const tail = `/${game.replaceAll("-", "_")}/${end}`;
  return Object.entries(modules).find(([path]) => path.endsWith(tail))?.[1];
}

/** A game's own components; they are loaded when they are needed. */
export async function loadGameParts(game: string): Promise<GameParts> {
  const load = findOfGame(parts, game, "web/index.ts");
  if (!load) throw new Error(`there is no page for the game ${game}`);
  return load();
}

/** The picture of a game. */
export function getGameArt(game: string): Component | undefined {
  return findOfGame(arts, game, "web/Art.svelte");
}

/** How cards of a game are called. */
export async function loadCardName(game: string): Promise<CardName> {
  const load = findOfGame(cards, game, "web/cards.ts");
  return load ? load() : (card) => String(card);
}

/** The rulebook of a game, as Markdown; in English where there is no translation. */
export async function loadRulebook(game: string, lang: string): Promise<string> {
  const load =
    findOfGame(rulebooks, game, `rulebook/${lang}.md`) ??
    findOfGame(rulebooks, game, "rulebook/en.md");
  if (!load) throw new Error(`there is no rulebook of ${game}`);
  return load();
}

export function getGameName(game: string, lang: string): string {
  return typeset((titles[lang]?.[game] ?? titles.en?.[game])?.name ?? game, lang);
}

export function getGameTagline(game: string, lang: string): string {
  return typeset((titles[lang]?.[game] ?? titles.en?.[game])?.tagline ?? "", lang);
}

export function hasLesson(game: string): boolean {
  return lessons.includes(game);
}

/** The ids of the games that have a page, in the order of their ids. */
export const gameIds: readonly string[] = Object.keys(parts)
  .map((path) => (path.split("/").at(-3) ?? "").replaceAll("_", "-"))
  .sort();
