import { fillTemplate, type Texts } from "$words/speech";

const COLOUR_CARD = /^([BRYGK])(?!\1)([BRYGK])([1-4])$/;

/** The name of a card: its word and the colour it is printed in; slots and points as they are. */
export function cardName(card: unknown, texts: Texts): string {
  const [, named, printed, times] = COLOUR_CARD.exec(String(card)) ?? [];
  if (!named || !printed) return String(card);
  const { colours } = texts;
  return fillTemplate(texts.card, { named: colours[named], printed: colours[printed], times }, "");
}
