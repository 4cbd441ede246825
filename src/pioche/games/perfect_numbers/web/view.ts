// Made by `make views` from the game's schema.py. Changes belong there.

import type { CommonView } from "$kit/commonView";

/** A series, named by whose it is and by its colour. */
export interface SeriesName {
  seat: number;
  colour: string;
}

/** A card in a series. */
export interface Laid {
  card: string;
  /** Whether it lies face up. */
  up: boolean;
}

/** The places of a Collection that are free. */
export interface FreePlaces {
  /** For series of new colours. */
  colours: number;
  /** For actions alone (only in the interactive variant). */
  actions: number;
}

/** What a legal move will do. */
export interface Outlook {
  effect: "nothing" | "perfect" | "win" | "lose";
  /** How many are won or lost. */
  cards: number;
  /** The cards that leave a series, or the stored actions, first to last. */
  leaving: string[];
  /** Where in that series they lie now, without a card that is only being added. */
  at: number[];
  /** The series it concerns; null for stored actions. */
  series: SeriesName | null;
}

/** A game of Perfect Numbers as a seat sees it. */
export interface View extends CommonView {
  options: {
    copies: number;
    actions: number;
    interactive: boolean;
  };
  /** From 1. */
  round: number;
  /** Who chooses first in this round. */
  first: number;
  /** Whose turn it is. */
  turn: number;
  /** What is asked for. */
  phase: "setup" | "turn" | "perfect" | "stolen";
  /** The four groups; null once a group was taken. */
  market: (string[] | null)[];
  /** Cards of the group just taken, still to be added or used. */
  pending: string[];
  /** The card just stolen, until it has its place. */
  stolen: string | null;
  /** The series that may be closed. */
  perfect: SeriesName | null;
  /** Whether a group was taken this turn. */
  taken: boolean;
  /** Per seat, by colour; first card first. */
  series: Record<string, Laid[]>[];
  /** Per seat the stored actions. */
  stored: string[][];
  /** Per seat the number of cards in the score pile. */
  score: number[];
  /** How many cards were discarded. */
  discard_count: number;
  /** Per seat the cards still to be added in the set-up. */
  setup_hands: string[][];
  /** How many cards are left in the pile. */
  draw_count: number;
  /** Whether the Market is still to be laid out. */
  in_setup: boolean;
  /** Per seat the colours of its protected series. */
  protected: string[][];
  /** Per seat whether it may start a series of a new colour. */
  room: boolean[];
  /** Per seat. */
  free_places: FreePlaces[];
  /** Per seat by colour the perfect number; null if none is. */
  waits_for: Record<string, number | null>[];
  /** Per group which of its cards, from 0, are perfect for an own series. */
  wanted: number[][];
  /** Legal moves that add, give, replace, move or close. */
  outlook: Record<string, Outlook>;
}

/** The cards are shuffled and dealt. */
export type Dealt = {
  type: "dealt";
  /** Who begins. */
  seat: number;
};

/** The three cards that somebody gets in the set-up. */
export type HandDealt = {
  type: "hand";
  seat: number;
  cards: string[];
};

/** A round begins: the Market is laid out. */
export type MarketLaid = {
  type: "market";
  round: number;
  /** Who chooses first. */
  seat: number;
};

/** Somebody took a group of the Market. */
export type Took = {
  type: "took";
  seat: number;
  /** From 1. */
  group: number;
  cards: string[];
};

/** Somebody started a series. */
export type Started = {
  type: "started";
  seat: number;
  card: string;
  colour: string;
};

/** Somebody added a card to a series of their own. */
export type Added = {
  type: "added";
  seat: number;
  card: string;
  colour: string;
  /** How many cards the series has with it. */
  count: number;
};

/** Somebody added a card to the Collection of another player. */
export type Gave = {
  type: "gave";
  seat: number;
  card: string;
  /** The other player. */
  to: number;
};

/** Somebody discarded a series to make room for a card. */
export type GaveUp = {
  type: "gave-up";
  seat: number;
  card: string;
  /** The series discarded. */
  colour: string;
  /** How many cards it had. */
  lost: number;
};

/** Somebody discarded the stored actions to make room for a card. */
export type GaveUpActions = {
  type: "gave-up-actions";
  seat: number;
  card: string;
  /** How many actions were stored. */
  lost: number;
};

/** Somebody stored an action. */
export type Stored = {
  type: "stored";
  seat: number;
  card: string;
};

/** A number was perfect: the series may be closed. */
export type MadePerfect = {
  type: "perfect";
  /** Who may close it. */
  seat: number;
  colour: string;
  /** How many cards the series has. */
  count: number;
};

/** Somebody closed a series. */
export type Closed = {
  type: "closed";
  seat: number;
  colour: string;
  /** How many cards it scored. */
  count: number;
};

/** Somebody got bonus cards for a series just closed. */
export type GotBonus = {
  type: "bonus";
  seat: number;
  /** How many cards. */
  bonus: number;
};

/** Somebody left a series open that could have been closed. */
export type Kept = {
  type: "kept";
  seat: number;
  colour: string;
};

/** A number took cards away from a series of the player who added it. */
export type Lost = {
  type: "lost";
  seat: number;
  /** How many. */
  lost: number;
  /** First to last. */
  cards: string[];
};

/** A number took cards away from a series of another player; they score. */
export type Won = {
  type: "won";
  /** Who gave the number and scores the cards. */
  seat: number;
  /** How many. */
  won: number;
  /** First to last. */
  cards: string[];
};

/** Somebody put a Protect on a series. */
export type Protected = {
  type: "protected";
  seat: number;
  colour: string;
};

/** Somebody put the last card of a series face down on a series. */
export type TurnedDown = {
  type: "turned-down";
  seat: number;
  card: string;
  /** The series it lies on now. */
  colour: string;
};

/** Somebody put the first card of a series last. */
export type Moved = {
  type: "moved";
  seat: number;
  card: string;
  colour: string;
};

/** Somebody stole the last card of a series of another player. */
export type Stole = {
  type: "stole";
  from: number;
  seat: number;
  card: string;
};

/** Somebody discarded the card just stolen; in rules version 1 also an action of no use. */
export type Discarded = {
  type: "discarded";
  seat: number;
  card: string;
};

/** Somebody ended their turn and kept the stored actions. */
export type Ended = {
  type: "ended";
  seat: number;
};

/** The Market can't be refilled: the game ends. */
export type Finished = {
  type: "finished";
  /** Cards left in the pile. */
  left: number;
};

export type GameEvent =
  | Dealt
  | HandDealt
  | MarketLaid
  | Took
  | Started
  | Added
  | Gave
  | GaveUp
  | GaveUpActions
  | Stored
  | MadePerfect
  | Closed
  | GotBonus
  | Kept
  | Lost
  | Won
  | Protected
  | TurnedDown
  | Moved
  | Stole
  | Discarded
  | Ended
  | Finished;
