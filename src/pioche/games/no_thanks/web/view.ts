// Made by `make views` from the game's schema.py. Changes belong there.

import type { CommonView } from "$kit/commonView";

/** A game of No Thanks! as a seat sees it. */
export interface View extends CommonView {
  options: {
    open_chips: boolean;
    rounds: number;
  };
  /** From 1. */
  round: number;
  /** Who began the round. */
  first: number;
  /** Whose turn it is; null while no card is up. */
  turn: number | null;
  /** The card that is up. */
  card: number | null;
  /** The chips on that card. */
  pot: number;
  /** Per seat the cards it has taken, ascending. */
  taken: number[][];
  /** Per seat the points of finished rounds. */
  totals: number[];
  /** Only when the game is over: the nine cards, ascending. */
  removed?: number[];
  /** How many cards are left in the pile. */
  draw_count: number;
  /** Per seat; null where they are hidden. */
  chips: (number | null)[];
  /** Per seat what the round counts by now; null where chips are hidden. */
  points: (number | null)[];
  /** Per seat what its cards cost by now. */
  costs: number[];
  /** Per seat its cards by runs; the first card of a run counts. */
  runs: number[][][];
  /** Per seat the cards that the card that is up would join. */
  neighbours: number[][];
}

/** A round begins. */
export type Dealt = {
  type: "dealt";
  round: number;
  /** Who begins. */
  seat: number;
};

/** The next card is turned up. */
export type Turned = {
  type: "turned";
  card: number;
  /** Cards left in the pile. */
  left: number;
};

/** Somebody paid a chip to pass the card on. */
export type Refused = {
  type: "refused";
  seat: number;
  card: number;
  /** Chips on the card, this one included. */
  pot: number;
};

/** Somebody took the card. */
export type Taken = {
  type: "taken";
  seat: number;
  card: number;
  /** The chips that came with it. */
  pot: number;
};

/** What a round counted for one player. */
export type Scored = {
  type: "scored";
  seat: number;
  /** Cost less chips. */
  points: number;
  cost: number;
  chips: number;
};

export type GameEvent = Dealt | Turned | Refused | Taken | Scored;
