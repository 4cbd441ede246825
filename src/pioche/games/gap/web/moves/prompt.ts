/** What the prompt says: what just happened, and the card it is about. */
import type { Speech } from "$words/speech";
import type { GameEvent, View } from "../view";

const TOLD = ["removed", "dealt", "played", "took", "choosing", "joined", "time-up", "tied"];

/** The new events. After a deal, nothing of the old round, which has a recap. */
export function selectNewEvents(events: readonly GameEvent[]): readonly GameEvent[] {
  const deal = events.findIndex(({ type }) => type === "removed" || type === "dealt");
  return events.slice(Math.max(0, deal));
}

export function describeEvents(
  news: readonly GameEvent[],
  speech: Speech,
  names: readonly string[],
): string {
  return news
    .filter((event) => TOLD.includes(event.type))
    .map((event) => speech.event(event, names))
    .join(" ");
}

/** A card shown beside the prompt. */
export interface PromptCard {
  card: string;
  seat: number;
  /** Whether it lies there and nowhere else, so that it travels. */
  here: boolean;
}

/** The card waiting for its choices, or else the last one played. */
export function findPromptCard(
  view: View,
  news: readonly GameEvent[],
  unseen: (seat: number) => boolean,
): PromptCard | null {
  if (view.played !== null) return { card: view.played, seat: view.turn, here: true };
  const last = news.find((event) => event.type === "played");
  if (!last) return null;
  const { card, seat } = last;
  return { card, seat, here: unseen(seat) && !view.middle.includes(card) };
}

/** Where a card of the middle comes from, by the name of the anchor. */
export function findOrigin(card: string, events: readonly GameEvent[]): string {
  for (const event of events) {
    if (event.type === "joined" && event.card === card) return `seat-${event.seat}`;
  }
  return "pile";
}
