import { fillTemplate, type Texts } from "$words/speech";

/** A card as one says it: blue 5, joker. */
export function cardName(card: unknown, texts: Texts): string {
  const text = String(card);
  if (Object.hasOwn(texts.cards, text)) return String(texts.cards[text]);
  const colour: unknown = texts.colours[text.slice(0, 1)];
  return colour === undefined ? text : fillTemplate(texts.number, { colour, n: text.slice(1) }, "");
}
