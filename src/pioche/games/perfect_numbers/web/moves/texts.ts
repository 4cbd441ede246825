/** The texts about moves: the prompt, and what each move will do. */
import type { Speech } from "$words/speech";
import type { Choice } from "./moves";
import { isAction } from "../cards/cardKinds";
import type { View } from "../view";

/** A series' colour as it is said of a series. */
export function nameSeriesColour(colour: string, speech: Speech): string {
  return speech.texts.arguments[colour];
}

/** An effect in two or three letters, in words, and whether it is good. */
export interface Effect {
  short: string;
  long: string;
  tone: "perfect" | "good" | "bad" | "plain";
  /** The cards that leave, and their names. */
  leaving: readonly string[];
  which: string;
}

/** What a move will do; null if the view does not say. */
export function describeEffect(move: string, view: View, speech: Speech): Effect | null {
  const told = view.outlook[move];
  if (!told) return null;
  const { cards } = told;
  if (told.effect === "nothing") {
    const long = speech.text(move.startsWith("give") ? "web.no-gain" : "web.no-loss");
    return { short: long, long, tone: "plain", leaving: [], which: "" };
  }
  return {
    short: told.effect === "lose" ? `−${cards}` : `+${cards}`,
    long: speech.text(`web.${told.effect}`, { cards }),
    tone: { perfect: "perfect", win: "good", lose: "bad" }[told.effect] as Effect["tone"],
    leaving: told.leaving,
    which: told.leaving.map((card) => speech.card(card)).join(", "),
  };
}

/**
 * The cards of a series that the first of these moves to touch it would cost, by their places.
 * A series that is only one of several that could be replaced is marked when it is pointed at.
 */
export function findLeavingCards(
  view: View,
  seat: number,
  colour: string,
  moves: readonly (string | null)[],
): readonly number[] {
  const [pointed, aimed] = moves;
  const found = [pointed, aimed?.startsWith("replace") ? null : aimed].find(
    (move) => move && touchesSeries(move, view, seat, colour),
  );
  return (found && view.outlook[found]?.at) || [];
}

/** Whether a move could cost a series cards. */
function touchesSeries(move: string, view: View, seat: number, colour: string): boolean {
  const series = view.outlook[move]?.series;
  return series?.seat === seat && series.colour === colour;
}

/** Where a choice leads, in a few words. */
export function describeChoice(
  choice: Choice,
  view: View,
  speech: Speech,
  names: readonly string[],
): string {
  const { kind, colour, to } = choice;
  const name = to === null ? "" : (names[to] ?? "");
  const found = colour === null ? undefined : view.series[to ?? view.turn]?.[colour];
  const params = { colour: colour && nameSeriesColour(colour, speech), name };
  if (kind === "give") return speech.text(found ? "web.give" : "web.give-new", params);
  if (kind === "steal") {
    return speech.text("web.steal", {
      ...params,
      card: speech.card(found?.at(-1)?.card),
    });
  }
  return speech.text(`web.${kind === "move" ? "add" : kind}`, params);
}

interface TurnState {
  view: View;
  seat: number | null;
  mine: boolean;
  card: string | null;
  /** How many places it could go to. */
  count: number;
  /** Whether a stored action could be played. */
  actions: boolean;
  speech: Speech;
  names: readonly string[];
}

/** What is asked now, in a sentence. */
export function describePrompt({
  view,
  seat,
  mine,
  card,
  count,
  actions,
  speech,
  names,
}: TurnState): string {
  const name = names[view.turn];
  if (view.perfect) {
    const colour = nameSeriesColour(view.perfect.colour, speech);
    const whose = view.perfect.seat === seat ? "own" : "theirs";
    if (!mine) return speech.text("web.asks.perfect-other", { name, colour });
    return speech.text(`web.asks.perfect-${whose}`, {
      colour,
      name: names[view.perfect.seat],
    });
  }
  if (!mine) {
    const doing = view.in_setup ? "setup" : view.taken ? "adding" : "choosing";
    return speech.text(`web.asks.${doing}-other`, { name });
  }
  if (card === null) {
    if (view.in_setup || view.pending.length) return speech.text("web.asks.pick");
    if (view.taken) return speech.text("web.asks.end");
    return speech.text(actions ? "web.asks.take-or-act" : "web.asks.take");
  }
  const named = { card: speech.card(card) };
  if (view.stolen !== null) return speech.text("web.asks.stolen", named);
  if (isAction(card)) return speech.text(`web.asks.${card}`);
  return speech.text(count > 1 ? "web.asks.where" : "web.asks.add", named);
}

/** A series in words: how many cards, which, what it waits for. */
export function describeSeries(view: View, seat: number, colour: string, speech: Speech): string {
  const cards = view.series[seat]?.[colour] ?? [];
  const next = view.waits_for[seat]?.[colour];
  const shut = view.protected[seat]?.includes(colour);
  return [
    speech.text("web.series", {
      colour: nameSeriesColour(colour, speech),
      count: cards.length,
      cards: cards
        .map(({ card, up }) =>
          up ? speech.card(card) : speech.text("web.face-down", { card: speech.card(card) }),
        )
        .join(", "),
    }),
    ...(shut ? [speech.text("web.protected")] : []),
    ...(next ? [speech.text("web.next", { next })] : []),
  ].join(". ");
}
