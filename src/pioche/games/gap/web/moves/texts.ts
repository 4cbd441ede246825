/** Sentences that are put together from several texts. */
import { formatNumber } from "$kit/behaviour/formatNumber";
import type { Speech } from "$words/speech";
import { formatClock } from "$kit/behaviour/formatClock";
import { findMarkedColours, filterByColour, type ColumnMark } from "../cards/columns";
import type { Take, View } from "../view";

type Joint = "conjunction" | "disjunction";

function joinList(parts: readonly string[], speech: Speech, type: Joint): string {
  const lang = speech.lang === "en" ? "en-GB" : speech.lang;
  return new Intl.ListFormat(lang, { type }).format(parts);
}

/** Cards to choose from: the red 6 or the blue 6. */
export function listChoices(cards: readonly string[], speech: Speech): string {
  return joinList(
    cards.map((card) => speech.text("web.the", { card: speech.card(card) })),
    speech,
    "disjunction",
  );
}

/** What a card would do: takes the green 6 and the blue 8. */
export function describeTake(take: Take, speech: Speech): string {
  if (take.joins) return speech.text("web.joins");
  const choice = (cards: readonly string[]): string[] =>
    cards.length ? [speech.text("web.choice-of", { cards: listChoices(cards, speech) })] : [];
  const sure = take.sure.map((card) => speech.text("web.the", { card: speech.card(card) }));
  const all = [...sure, ...choice(take.lower), ...choice(take.upper)];
  return speech.text("web.takes", { cards: joinList(all, speech, "conjunction") });
}

/** The colours of a row that count this way, by name. */
export function listColours(colours: readonly string[], speech: Speech): string {
  return joinList(
    colours.map((colour) => speech.card(colour)),
    speech,
    "conjunction",
  );
}

/** A column in words: its cards and how it counts. */
export function describeColumn(
  colour: string,
  count: number,
  mark: ColumnMark | undefined,
  cards: readonly string[],
  speech: Speech,
): string {
  const name = speech.card(colour);
  if (count === 0) return speech.text("web.column-empty", { colour: name });
  const numbers = filterByColour(cards, colour).map((card) => card[1]);
  const said = speech.text("web.column", {
    colour: name,
    count,
    numbers: numbers.join(", "),
  });
  return mark ? speech.text(`web.as-${mark}`, { column: said }) : said;
}

/** How a row came to its score, colour by colour. */
export function explainPoints(view: View, seat: number, speech: Speech): string[] {
  const larger = findMarkedColours(view.marks[seat]!, "plus");
  const smaller = findMarkedColours(view.marks[seat]!, "minus");
  const plus = view.plus[seat]!;
  const minus = view.minus[seat]!;
  const points = view.points[seat]!;
  const side = (key: string, colours: readonly string[]): string =>
    speech.text(`web.${key}${colours.length > 1 ? "-tied" : ""}`, {
      colours: listColours(colours, speech),
      count: view.counts[seat]![colours[0]!],
      plus,
      minus,
    });
  if (larger.length === 0) return [speech.text("web.no-cards")];
  return [
    side("largest", larger),
    smaller.length ? side("smallest", smaller) : speech.text("web.no-other"),
    speech.text("web.sum", {
      plus,
      minus,
      points: formatNumber(points),
      count: points,
    }),
  ];
}

/** Which round it is, and how long the game goes on: by points, by rounds or by the clock. */
export function describeGameLength(view: View, left: number | null, speech: Speech): string {
  const { round, options, last } = view;
  if (options.minutes) {
    if (last != null) return speech.text(round > last ? "web.round" : "web.round-last", { round });
    if (left === null) return speech.text("web.round-minutes", { round, minutes: options.minutes });
    return speech.text("web.round-left", { round, left: formatMinutes(left) });
  }
  if (options.rounds) return speech.text("web.round-of", { round, rounds: options.rounds });
  return speech.text("web.round-to", { round, target: options.target });
}

/** Whole seconds, as nobody counts tenths in a game of minutes. */
function formatMinutes(left: number): string {
  return left < 10_000 ? `0:0${Math.floor(left / 1000)}` : formatClock(left);
}
