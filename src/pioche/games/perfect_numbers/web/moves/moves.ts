/** The legal moves, sorted by the card they are made with and the place they aim at. */
import { COLOURS, isAction, isJoker } from "../cards/cardKinds";
import type { View } from "../view";

/** A place that a card can go to. */
export interface Choice {
  move: string;
  kind:
    | "add"
    | "start"
    | "give"
    | "replace"
    | "replace-actions"
    | "move"
    | "protect"
    | "steal"
    | "store"
    | "discard";
  /** The series it concerns, if any. */
  colour: string | null;
  /** The seat of the place, if it is not the own one. */
  to: number | null;
}

/** The card that a move is made with; null for what needs none. */
export function findMoveCard(move: string, stolen: string | null): string | null {
  const [verb = "", first = "", second = ""] = move.split(" ");
  if (verb === "replace") return second;
  if (["move", "protect", "steal"].includes(verb)) return verb;
  if (verb === "discard") return first || stolen;
  return ["add", "give", "store"].includes(verb) ? first : null;
}

/** What can be done with a card, discarding for it last. Of Protect, only with this cover. */
export function listChoices(
  card: string,
  view: View,
  legal: readonly string[],
  cover = "",
): Choice[] {
  return legal
    .filter((move) => findMoveCard(move, view.stolen) === card && findCover(move) === cover)
    .map((move) => parseChoice(move, view))
    .sort((a, b) => Number(isDiscard(a)) - Number(isDiscard(b)));
}

const isDiscard = ({ kind }: Choice): boolean => kind.startsWith("replace");

/** Whose last card a Protect lays face down; empty for the Protect itself and all other moves. */
function findCover(move: string): string {
  const [verb, cover, target] = move.split(" ");
  return verb === "protect" && target ? cover! : "";
}

/** The series whose last card a Protect could lay face down. */
export function listCovers(legal: readonly string[]): string[] {
  return COLOURS.filter((colour) => legal.some((move) => findCover(move) === colour));
}

function parseChoice(move: string, view: View): Choice {
  const [verb = "", first = "", second = ""] = move.split(" ");
  const own = view.series[view.turn] ?? {};
  switch (verb) {
    case "add": {
      const colour = second || first[0]!;
      return { move, kind: own[colour] ? "add" : "start", colour, to: null };
    }
    case "give":
      return {
        move,
        kind: "give",
        colour: first[0]!,
        to: Number(second.slice(1)),
      };
    case "replace":
      return first === "A"
        ? { move, kind: "replace-actions", colour: null, to: null }
        : { move, kind: "replace", colour: first, to: null };
    case "steal":
      return {
        move,
        kind: "steal",
        colour: second,
        to: Number(first.slice(1)),
      };
    case "protect":
      return { move, kind: "protect", colour: second || first, to: null };
    case "move":
      return { move, kind: "move", colour: first, to: null };
    default:
      return {
        move,
        kind: verb as "store" | "discard",
        colour: null,
        to: null,
      };
  }
}

/** The move that puts a card on an own series, legal or not. */
export function makeMoveOnSeries(card: string, colour: string, cover: string): string {
  if (card === "move") return `move ${colour}`;
  if (card === "protect") return cover ? `protect ${cover} ${colour}` : `protect ${colour}`;
  if (isJoker(card)) return `add ${card} ${colour}`;
  return card[0] === colour ? `add ${card}` : `replace ${colour} ${card}`;
}

/** The move that puts a card on a free place; null if there are several. */
export function makeMoveOnFreePlace(
  card: string,
  colours: readonly string[],
  legal: readonly string[],
): string | null {
  if (isAction(card)) return `store ${card}`;
  if (!isJoker(card)) return colours.includes(card[0]!) ? null : `add ${card}`;
  if (colours.length) return null;
  const starts = legal.filter((move) => move.startsWith(`add ${card} `));
  return starts.length === 1 ? starts[0]! : null;
}

/** A move to try with a card that has none, so that the server says why. */
export function chooseAttempt(card: string, view: View, seat: number): string {
  if (isJoker(card)) return `add ${card} R`;
  if (!isAction(card)) return `add ${card}`;
  if (!view.stored[seat]?.includes(card)) return `store ${card}`;
  return card === "steal" ? `steal @${(seat + 1) % view.players} R` : `${card} R`;
}
