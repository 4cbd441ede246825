/** What cards in hand can do, read from the legal moves; and what a tap on one of them means. */
import { isNumber, type Held, type View } from "./view";

/** The cards picked out so far, by their keys; of a pair, the second lies on top. */
export interface Choice {
  first: string | null;
  second: string | null;
}

export const NOTHING: Choice = { first: null, second: null };

/** The moves that use a card by itself; several where a target is still to be named. */
export function alone(card: string, legal: readonly string[]): string[] {
  const own = isNumber(card) ? [`play ${card}`, `lay ${card}`] : [card, `lay ${card}`];
  return legal.filter(
    (move) => own.includes(move) || (!isNumber(card) && move.startsWith(`${card} `)),
  );
}

/** The cards that make a pair with it. */
export function partners(card: string, legal: readonly string[]): string[] {
  const found = new Set<string>();
  for (const move of legal) {
    const [verb, below = "", above = ""] = move.split(" ");
    if (verb === "sum" && below === card) found.add(above);
    if (verb === "sum" && above === card) found.add(below);
  }
  return [...found];
}

export function usable(card: string, legal: readonly string[]): boolean {
  return alone(card, legal).length > 0 || partners(card, legal).length > 0;
}

/** The cards a move takes from the hand. */
export function cardsOf(move: string | null): string[] {
  const [verb = "", ...rest] = (move ?? "").split(" ");
  if (["play", "sum", "lay"].includes(verb)) return rest;
  return ["draw", "keep", "accept", "pick", "decline", "pass", ""].includes(verb) ? [] : [verb];
}

/** Which of the cards in hand a move takes; of two alike only one, unless it takes both. */
export function taken(move: string | null, hand: readonly Held[]): string[] {
  const left = [...hand];
  return cardsOf(move).flatMap((card) => {
    const at = left.findIndex((held) => held.card === card);
    return at < 0 ? [] : left.splice(at, 1).map((held) => held.key);
  });
}

/** What to try with a card that can't be used, to hear why not; null for a joker. */
export function attempt(card: string, view: View, seat: number): string | null {
  if (view.phase === "gift") return `lay ${card}`;
  if (isNumber(card)) return `play ${card}`;
  if (card === "swap") return "swap none";
  if (card === "reset") return `reset @${(seat + 1) % view.players}`;
  return card === "joker" ? null : card;
}

/** The move that is picked out, where it needs nothing more. */
export function ready(
  choice: Choice,
  hand: readonly Held[],
  legal: readonly string[],
): string | null {
  const [first, second] = [choice.first, choice.second].map((key) => cardBy(key, hand));
  if (first && second) return `sum ${first} ${second}`;
  const moves = first ? alone(first, legal) : [];
  return moves.length === 1 && !/^(swap|reset)/.test(moves[0]!) ? moves[0]! : null;
}

/** A tap on a card: it is picked out, makes a pair, or is played because it was picked out. */
export function tapped(
  choice: Choice,
  key: string,
  hand: readonly Held[],
  legal: readonly string[],
): { choice: Choice; move: string | null } {
  if (key === (choice.second ?? choice.first)) {
    const move = ready(choice, hand, legal);
    return { choice: move ? choice : NOTHING, move };
  }
  if (choice.second !== null && key === choice.first) {
    const turned = turn(choice, hand, legal);
    return { choice: turned ?? { first: key, second: null }, move: null };
  }
  return {
    choice: paired(choice.first, key, hand, legal) ?? {
      first: key,
      second: null,
    },
    move: null,
  };
}

/** The pair with the other card on top; null where that is not another move. */
export function turn(
  choice: Choice,
  hand: readonly Held[],
  legal: readonly string[],
): Choice | null {
  const [first, second] = [choice.first, choice.second].map((key) => cardBy(key, hand));
  if (!first || !second || first === second || !legal.includes(`sum ${second} ${first}`))
    return null;
  return { first: choice.second, second: choice.first };
}

function paired(
  first: string | null,
  second: string,
  hand: readonly Held[],
  legal: readonly string[],
): Choice | null {
  const [below, above] = [first, second].map((key) => cardBy(key, hand));
  if (!below || !above) return null;
  if (legal.includes(`sum ${below} ${above}`)) return { first, second };
  return legal.includes(`sum ${above} ${below}`) ? { first: second, second: first } : null;
}

function cardBy(key: string | null, hand: readonly Held[]): string | undefined {
  return hand.find((held) => held.key === key)?.card;
}
