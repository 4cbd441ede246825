/** Fills in the sentences of the word files, in the same way as the server. */

export type Texts = Record<string, any>;
export type Params = Record<string, unknown>;
export type Event = { type: string } & Params;
export type CardName = (card: unknown, texts: Texts) => string;

const SEATS = ["seat", "to", "from"]; // parameters that are seats and are said as names
const LISTS: Record<string, string> = { cards: "card", seats: "seat", actors: "seat" };

/** Fill a template with its parameters. A plural uses the form for its number. */
export function fillTemplate(template: unknown, params: Params, lang: string): string {
  const text =
    typeof template === "object" && template !== null
      ? choosePlural(template, params, lang)
      : template;
  return String(text ?? "").replace(/\{(\w+)(?::[^}]*)?\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  );
}

/** French has a space before some signs, and all have one before units; no line breaks there. */
export function typeset(text: string, lang: string): string {
  const set = text.replace(/(?<=\d) (?=(?:s|min|Mo|%)(?![\p{L}\d]))/gu, "\u00a0");
  return lang === "fr" ? set.replace(/ (?=[:;!?»])/g, "\u00a0").replace(/« /g, "«\u00a0") : set;
}

/** All texts of a word file, typeset. */
export function typesetAll<T>(texts: T, lang: string): T {
  if (typeof texts === "string") return typeset(texts, lang) as T;
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return texts;
  const set = Object.entries(texts).map(([key, text]) => [key, typesetAll(text, lang)]);
  return Object.fromEntries(set) as T;
}

function choosePlural(forms: object, params: Params, lang: string): unknown {
  const { by, ...rest } = forms as { by: string; one: string; other: string };
  const number = Math.abs(Number(params[by]));
  const single = lang === "fr" ? number < 2 : number === 1; // French counts 0 as one
  return single ? rest.one : rest.other;
}

/** The words of a game in one language. */
export class Speech {
  constructor(
    readonly texts: Texts,
    readonly lang: string,
    readonly house: Texts,
    private readonly nameCard: CardName,
  ) {}

  event(event: Event, names: readonly string[]): string {
    return this.filled(this.texts.events[event.type], event, names);
  }

  advice(advice: Event, names: readonly string[]): string {
    const own = this.texts.advice?.[advice.type];
    return this.filled(own ?? this.house.advice[advice.type], advice, names);
  }

  /** A move in words. */
  move(text: string, names: readonly string[]): string {
    const [verb = "", ...rest] = text.split(" ");
    const found = this.texts.moves[verb];
    const template = typeof found === "string" ? found : found?.[String(rest.length)];
    const said = rest.map((word) => this.argument(word, names));
    return fillTemplate(template ?? text, Object.fromEntries(said.entries()), this.lang);
  }

  /** The text of a refusal, from its code and parameters. */
  refusal(code: string, params: Params, names: readonly string[]): string {
    return this.filled(this.texts.refusals?.[code] ?? this.house.refusals[code], params, names);
  }

  card(card: unknown): string {
    return this.nameCard(card, this.texts);
  }

  /** A text of the game's own, by its path: `web.pile`. */
  text(path: string, params: Params = {}): string {
    return fillTemplate(findText(this.texts, path) ?? path, params, this.lang);
  }

  private argument(word: string, names: readonly string[]): string {
    if (word.startsWith("@")) return names[Number(word.slice(1))] ?? word;
    return this.texts.arguments?.[word] ?? this.texts.colours?.[word] ?? this.card(word);
  }

  private filled(template: unknown, params: Params, names: readonly string[]): string {
    const said = Object.entries(params).map(([key, value]) => [key, this.say(key, value, names)]);
    const counted = { ...params, ...Object.fromEntries(said) };
    if (typeof template !== "object" || template === null)
      return fillTemplate(template, counted, this.lang);
    return fillTemplate(choosePlural(template, params, this.lang), counted, this.lang);
  }

  private say(key: string, value: unknown, names: readonly string[]): string {
    if (Array.isArray(value)) {
      return value.map((one) => this.say(LISTS[key] ?? key, one, names)).join(", ") || "–";
    }
    if (SEATS.includes(key) && typeof value === "number") return names[value] ?? String(value);
    if (key === "colour") {
      const colour = String(value);
      return this.texts.arguments?.[colour] ?? this.texts.colours[colour];
    }
    return key === "card" ? this.card(value) : String(value);
  }
}

/** What lies at a dotted path. */
export function findText(texts: Texts, path: string): unknown {
  return path.split(".").reduce<any>((found, name) => found?.[name], texts);
}
