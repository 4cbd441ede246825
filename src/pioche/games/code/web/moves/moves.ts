/** What the cards in hand can do, by the legal moves, and what a tap on a card means. */
import type { TrackedCard } from "$kit/behaviour/trackCards";
import { isNumber } from "../cards/cardKinds";
import type { View } from "../view";

/** The cards picked out so far, by their keys; of a pair, the second lies on top. */
export interface Choice {
  first: string | null;
  second: string | null;
}

export const NO_CHOICE: Choice = { first: null, second: null };

/** The moves that use a card by itself; several where a target is still to be named. */
export function findMovesAlone(card: string, legal: readonly string[]): string[] {
  const own = isNumber(card) ? [`play ${card}`, `lay ${card}`] : [card, `lay ${card}`];
  return legal.filter(
    (move) => own.includes(move) || (!isNumber(card) && move.startsWith(`${card} `)),
  );
}

/** The cards that make a pair with it. */
export function findPartners(card: string, legal: readonly string[]): string[] {
  const found = new Set<string>();
  for (const move of legal) {
    const [verb, below = "", above = ""] = move.split(" ");
    if (verb === "sum" && below === card) found.add(above);
    if (verb === "sum" && above === card) found.add(below);
  }
  return [...found];
}

export function isUsable(card: string, legal: readonly string[]): boolean {
  return findMovesAlone(card, legal).length > 0 || findPartners(card, legal).length > 0;
}

/** The cards a move takes from the hand. */
export function listMoveCards(move: string | null): string[] {
  const [verb = "", ...rest] = (move ?? "").split(" ");
  if (["play", "sum", "lay"].includes(verb)) return rest;
  return ["draw", "keep", "accept", "pick", "decline", "pass", ""].includes(verb) ? [] : [verb];
}

/** Which of the cards in hand a move takes; of two alike only one, unless it takes both. */
export function findTakenKeys(move: string | null, hand: readonly TrackedCard[]): string[] {
  const left = [...hand];
  return listMoveCards(move).flatMap((card) => {
    const at = left.findIndex((held) => held.card === card);
    return at < 0 ? [] : left.splice(at, 1).map((held) => held.key);
  });
}

/** A move to try with an unusable card, so that the server says why not; null for a joker. */
export function chooseAttempt(card: string, view: View, seat: number): string | null {
  if (view.phase === "gift") return `lay ${card}`;
  if (isNumber(card)) return `play ${card}`;
  if (card === "swap") return "swap none";
  if (card === "reset") return `reset @${(seat + 1) % view.players}`;
  return card === "joker" ? null : card;
}

/** The move that is picked out, where it needs nothing more. */
export function findReadyMove(
  choice: Choice,
  hand: readonly TrackedCard[],
  legal: readonly string[],
): string | null {
  const [first, second] = [choice.first, choice.second].map((key) => findCard(key, hand));
  if (first && second) return `sum ${first} ${second}`;
  const moves = first ? findMovesAlone(first, legal) : [];
  return moves.length === 1 && !/^(swap|reset)/.test(moves[0]!) ? moves[0]! : null;
}

/** A tap on a card: it is picked out, makes a pair, or is played because it was picked out. */
export function applyTap(
  choice: Choice,
  key: string,
  hand: readonly TrackedCard[],
  legal: readonly string[],
): { choice: Choice; move: string | null } {
  if (key === (choice.second ?? choice.first)) {
    const move = findReadyMove(choice, hand, legal);
    return { choice: move ? choice : NO_CHOICE, move };
  }
  if (choice.second !== null && key === choice.first) {
    const turned = turnPair(choice, hand, legal);
    return { choice: turned ?? { first: key, second: null }, move: null };
  }
  return {
    choice: makePair(choice.first, key, hand, legal) ?? {
      first: key,
      second: null,
    },
    move: null,
  };
}

/** The pair with the other card on top; null where that is not another move. */
export function turnPair(
  choice: Choice,
  hand: readonly TrackedCard[],
  legal: readonly string[],
): Choice | null {
  const [first, second] = [choice.first, choice.second].map((key) => findCard(key, hand));
  if (!first || !second || first === second || !legal.includes(`sum ${second} ${first}`))
    return null;
  return { first: choice.second, second: choice.first };
}

function makePair(
  first: string | null,
  second: string,
  hand: readonly TrackedCard[],
  legal: readonly string[],
): Choice | null {
  const [below, above] = [first, second].map((key) => findCard(key, hand));
  if (!below || !above) return null;
  if (legal.includes(`sum ${below} ${above}`)) return { first, second };
  return legal.includes(`sum ${above} ${below}`) ? { first: second, second: first } : null;
}

function findCard(key: string | null, hand: readonly TrackedCard[]): string | undefined {
  return hand.find((held) => held.key === key)?.card;
}
