import { fillTemplate, type Texts } from "$words/speech";

/** What a card is called: colour and number; a letter alone is a whole colour. */
export function cardName(card: unknown, texts: Texts): string {
  const [letter = "", number] = String(card);
  const colour = String(texts.colours[letter]);
  return number === undefined ? colour : fillTemplate(texts.card, { colour, number }, "");
}
