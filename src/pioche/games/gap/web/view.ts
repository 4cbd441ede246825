// Made by `make views` from the game's schema.py. Changes belong there.

import type { CommonView } from "$kit/commonView";

/** What a card of the own hand would do. */
export interface Take {
  /** The cards of the middle that it takes in any case. */
  sure: string[];
  /** The lower neighbours to choose one from; empty where there is no choice. */
  lower: string[];
  /** The upper ones, likewise. */
  upper: string[];
  /** Whether it takes nothing and goes to the middle. */
  joins: boolean;
  /** By colour the cards that the row gains for sure. */
  adds: Record<string, number>;
}

/** A game of Gap as a seat sees it. */
export interface View extends CommonView {
  options: {
    target: number;
    rounds: number;
    minutes: number;
  };
  /** Those in play, in the order R Y G B V; none before the first deal. */
  colours: string[];
  /** From 1. */
  round: number;
  /** Who began the round. */
  first: number;
  /** Whose turn it is. */
  turn: number;
  /** To play a card, or to choose a lower or an upper neighbour. */
  phase: "play" | "lower" | "upper";
  /** The card that waits for its choices, in no hand and no row; else null. */
  played: string | null;
  /** Sorted by colour and number. */
  middle: string[];
  /** Per seat the cards in front of it, sorted by colour and number. */
  rows: string[][];
  /** Per finished round the points per seat. */
  scores: number[][];
  /** Only with `minutes` on: the round when time was up, else null. */
  last?: number | null;
  /** Per seat its cards by colour, for all colours in play. */
  counts: Record<string, number>[];
  /** Per seat the colours that count now, and how. */
  marks: Record<string, "plus" | "minus">[];
  /** Per seat what counts for its row now. */
  plus: number[];
  /** Per seat what counts against it. */
  minus: number[];
  /** Per seat what its row is worth now. */
  points: number[];
  /** Per seat the points of finished rounds. */
  totals: number[];
  /** The seats that share first place, while an extra round is due or played. */
  tied: number[];
  /** Per seat, sorted by colour and number; null where hidden. */
  hands: (string[] | null)[];
  /** Per seat how many cards it holds. */
  hands_count: number[];
  /** How many cards are left in the pile. */
  draw_count: number;
  /** The cards of the middle to choose one from. */
  choices: string[];
  /** What each own card would do; empty unless one is to be played. */
  takes: Record<string, Take>;
}

/** Colours leave the game before the first round. */
export type Removed = {
  type: "removed";
  /** The letters of the colours. */
  cards: string[];
};

/** A round begins. */
export type Dealt = {
  type: "dealt";
  round: number;
  /** Who begins. */
  seat: number;
};

/** The first cards of the middle are laid open. */
export type Middle = {
  type: "middle";
  cards: string[];
};

/** Somebody played a card. */
export type Played = {
  type: "played";
  seat: number;
  card: string;
};

/** The card took nothing and lies in the middle now. */
export type Joined = {
  type: "joined";
  seat: number;
  card: string;
};

/** Cards of the middle went to somebody's row. */
export type Took = {
  type: "took";
  seat: number;
  cards: string[];
};

/** Somebody has to choose one of several neighbours. */
export type Choosing = {
  type: "choosing";
  seat: number;
  cards: string[];
};

/** The middle was filled up. */
export type Refilled = {
  type: "refilled";
  cards: string[];
  /** Cards left in the pile. */
  left: number;
};

/** What a round counted for one player. */
export type Scored = {
  type: "scored";
  seat: number;
  /** Plus less minus. */
  points: number;
  plus: number;
  minus: number;
  /** The points of all finished rounds. */
  total: number;
  row: string[];
  /** The row by colour. */
  counts: Record<string, number>;
  /** The colours that counted, and how. */
  marks: Record<string, "plus" | "minus">;
};

/** Several share first place, so one more round is played. */
export type Tied = {
  type: "tied";
  seats: number[];
};

/** The time agreed is over, and this round is the last. */
export type TimeUp = {
  type: "time-up";
  round: number;
};

export type GameEvent =
  Removed | Dealt | Middle | Played | Joined | Took | Choosing | Refilled | Scored | Tied | TimeUp;
