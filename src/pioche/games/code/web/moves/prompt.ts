/** What a player is asked, in a sentence, and the buttons that answer it. */
import type { Speech } from "$words/speech";
import {
  findMovesAlone,
  chooseAttempt,
  findPartners,
  findReadyMove,
  turnPair,
  type Choice,
} from "./moves";
import type { TrackedCard } from "$kit/behaviour/trackCards";
import { isNumber } from "../cards/cardKinds";
import type { View } from "../view";

export interface Answer {
  label: string;
  move: string;
  main?: boolean;
}

export interface PromptContent {
  say: string;
  answers: Answer[];
  /** The same pair the other way round, where that is another move. */
  turned: Choice | null;
  /** Whether there is something to let go of. */
  back: boolean;
}

export interface TurnState {
  view: View;
  seat: number;
  hand: readonly TrackedCard[];
  legal: readonly string[];
  choice: Choice;
  names: readonly string[];
  speech: Speech;
}

export function buildPrompt(now: TurnState): PromptContent {
  const { choice, hand } = now;
  const card = hand.find((held) => held.key === choice.first)?.card;
  const above = hand.find((held) => held.key === choice.second)?.card;
  const answers = listAnswers(now);
  if (card === undefined) {
    return { say: describePhase(now), answers, turned: null, back: false };
  }
  const move = findReadyMove(choice, hand, now.legal);
  const play = move
    ? [{ label: labelMove(now, move), move, main: true }]
    : listSwapTargets(now, card);
  // After a draw and under a +2 the other answer stays in sight.
  const kept = now.view.phase === "turn" ? [] : answers.map((one) => ({ ...one, main: false }));
  return {
    say: above === undefined ? describePicked(now, card) : describePair(now, card, above),
    answers: [...play, ...kept],
    turned: turnPair(choice, hand, now.legal),
    back: true,
  };
}

// -- sentences -----------------------------------------------------------------------------

function describePhase(now: TurnState): string {
  const { view, legal, names, speech } = now;
  const say = (key: string, params = {}): string => speech.text(`web.ask.${key}`, params);
  if (legal.length === 0) return describeWaiting(now);
  switch (view.phase) {
    case "drawn":
      return describeDrawnCard(now);
    case "penalty":
      return say(legal.includes("plus2") ? "penalty-or" : "penalty", {
        n: view.penalty,
      });
    case "gift":
      return say("gift", { name: names[view.turn] });
    case "pick":
      return say("pick");
    case "robbed":
      return say("robbed", { name: names[view.turn] });
    default:
      return describeTurn(now);
  }
}

function describeTurn({ view, legal, speech }: TurnState): string {
  const say = (key: string, params = {}): string => speech.text(`web.ask.${key}`, params);
  const numbers = legal.some((move) => /^(play|sum) /.test(move));
  const actions = legal.some((move) => !/^(play|sum|draw|pass)/.test(move));
  if (legal.includes("pass")) return say("nothing-to-draw");
  if (view.top === null) return say("empty");
  const top = {
    card: speech.card(view.top),
    colour: speech.texts.colours[view.top[0]!],
    n: view.top[1],
  };
  if (numbers) return say("turn", top);
  return say(actions ? "only-action" : "only-draw", top);
}

function describeDrawnCard({ view, legal, speech }: TurnState): string {
  const card = view.drawn ?? "";
  const fits = legal.some((move) => move !== "keep");
  const key = fits
    ? "drawn-fits"
    : isNumber(card)
      ? "drawn"
      : card === "joker"
        ? "drawn-joker"
        : "drawn-action";
  return speech.text(`web.ask.${key}`, { card: speech.card(card) });
}

function describeWaiting({ view, names, seat, speech }: TurnState): string {
  const who = view.phase === "robbed" ? view.robbed! : view.turn;
  if (view.phase === "gift" && view.turn === seat) return speech.text("web.wait.offers");
  return speech.text(`web.wait.${view.phase}`, {
    name: names[who],
    n: view.penalty,
  });
}

function describePicked({ view, legal, speech }: TurnState, card: string): string {
  const name = { card: speech.card(card), n: view.top?.[1] };
  if (view.phase === "gift") return speech.text("web.picked.lay", name);
  if (!isNumber(card))
    return speech.text(`web.picked.${card}`, { ...name, n: view.raised_penalty });
  const others = findPartners(card, legal).length > 0;
  if (findMovesAlone(card, legal).length === 0) return speech.text("web.picked.half", name);
  return speech.text(others ? "web.picked.both" : "web.picked.number", name);
}

function describePair({ speech, view }: TurnState, below: string, above: string): string {
  const said = { below: speech.card(below), above: speech.card(above) };
  const sum = { a: below[1], b: above[1], n: view.top?.[1] };
  return speech.text("web.picked.pair", { ...said, ...sum });
}

// -- answers -------------------------------------------------------------------------------

function labelMove({ speech }: TurnState, move: string): string {
  if (move.startsWith("sum ")) return speech.text("web.play-pair");
  return speech.text(move.startsWith("lay ") ? "web.offer" : "web.play");
}

/** What can be said without a card. */
function listAnswers({ view, legal, speech }: TurnState): Answer[] {
  const found: [string, string][] = [
    ["accept", speech.text("web.accept", { n: view.penalty })],
    ["keep", speech.text("web.keep")],
    ["draw", speech.text("web.draw")],
    ["pass", speech.text("web.pass")],
    ["decline", speech.text(view.phase === "pick" ? "web.take-none" : "web.decline")],
  ];
  return found
    .filter(([move]) => legal.includes(move))
    .map(([move, label]) => ({ move, label, main: move !== "decline" }));
}

/** What a swap may take; the players whom a reset may hit are tapped where they sit. */
function listSwapTargets({ view, seat, legal, speech }: TurnState, card: string): Answer[] {
  if (card !== "swap" || chooseAttempt(card, view, seat) === null) return [];
  const takes: [string, string | null | undefined][] = [
    ["swap number", view.top],
    ["swap action", view.actions.at(-1)],
    ["swap none", null],
  ];
  return takes
    .filter(([move]) => legal.includes(move))
    .map(([move, top]) => ({
      move,
      label: top ? speech.card(top) : speech.text("web.nothing"),
      main: Boolean(top),
    }));
}
