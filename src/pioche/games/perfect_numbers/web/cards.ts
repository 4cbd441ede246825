import type { Texts } from "$words/speech";
import { fillTemplate } from "$words/speech";

/** A number with its colour, a joker with its number, an action by its name. */
export function cardName(card: unknown, texts: Texts): string {
  const name = String(card);
  const says = texts.cards as Record<string, string>;
  if (Object.hasOwn(says, name)) return says[name]!;
  const [colour = "", number = ""] = [name.slice(0, 1), name.slice(1)];
  if (colour === "J") return fillTemplate(says.joker, { number }, "");
  if (name.length === 2 && "RYGBV".includes(colour)) {
    return fillTemplate(says.coloured, { number, colour: texts.colours[colour] }, "");
  }
  return name;
}
