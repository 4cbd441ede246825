// Made by `make views` from the game's schema.py. Changes belong there.

import type { CommonView } from "$kit/commonView";

/** A card of the winner and what it stands for. */
export interface StandIn {
  digit: number;
  /** A number card, or `joker`. */
  card: string;
}

/** A game of Code as a seat sees it. */
export interface View extends CommonView {
  options: {
    reset: boolean;
    max_turns: number;
  };
  /** Gift: the others lay a card, pick: one is taken, robbed: its owner may draw. */
  phase: "turn" | "drawn" | "penalty" | "gift" | "pick" | "robbed";
  /** Whose turn it is, or was at the end. */
  turn: number;
  /** 1: play goes clockwise. */
  direction: 1 | -1;
  /** Turns that have ended; the one that wins does not. */
  turns: number;
  /** Cards that the plus2s ask for. */
  penalty: number;
  /** The number pile, bottom first. */
  numbers: string[];
  /** The action pile, bottom first. */
  actions: string[];
  /** Who may draw, having lost a card by a gift. */
  robbed: number | null;
  /** Only while a shuffle interrupts a draw: cards still to draw. */
  drawing?: number;
  /** Only while a shuffle interrupts a reset: who gets a new code. */
  resetting?: number;
  /** Per seat; null where it is hidden. */
  hands: (string[] | null)[];
  /** Per seat how many cards it has in hand. */
  hands_count: number[];
  /** Per seat; null where it is hidden. */
  codes: (string | null)[];
  /** Per seat the cards in hand or offered that serve its code. */
  serving: (string[] | null)[];
  /** The card just drawn, in phase `drawn`; `?` for others. */
  drawn: string | null;
  /** How many code cards are aside. */
  codes_aside_count: number;
  /** How many code cards are discarded. */
  codes_out_count: number;
  /** How many cards are left in the pile. */
  draw_count: number;
  /** The top card of the number pile. */
  top: string | null;
  /** Per seat the card laid for a gift; `?` while it is face down. */
  laid: (string | null)[];
  /** Digits of the own code without a number card; null without a code. */
  missing: number[] | null;
  /** How many are in the own hand; null without a hand. */
  jokers: number | null;
  /** Cards that one more plus2 would ask for. */
  raised_penalty: number;
  /** Who has won. */
  winner: number | null;
  /** The winner's card for each digit of the code. */
  stand_ins: StandIn[] | null;
}

/** The game begins. */
export type Dealt = {
  type: "dealt";
  /** Who begins. */
  seat: number;
};

/** The first number card is turned up. */
export type Turned = {
  type: "turned";
  card: string;
};

/** The played cards but for the top ones are the new pile. */
export type Shuffled = {
  type: "shuffled";
  /** How many cards. */
  n: number;
};

/** The discarded code cards are shuffled. */
export type CodesShuffled = {
  type: "codes-shuffled";
};

/** Somebody played a number card. */
export type Played = {
  type: "played";
  seat: number;
  card: string;
};

/** Somebody played two number cards. */
export type Paired = {
  type: "paired";
  seat: number;
  /** The one on top last. */
  cards: string[];
};

/** Another player drew cards. */
export type Drew = {
  type: "drew";
  seat: number;
  /** How many cards. */
  n: number;
};

/** The seat that looks drew cards. */
export type YouDrew = {
  type: "you-drew";
  seat: number;
  cards: string[];
};

/** Somebody was to draw, and no card was left anywhere. */
export type DrewNone = {
  type: "drew-none";
  seat: number;
};

/** The pile must be shuffled before the draw goes on. */
export type PileEmpty = {
  type: "pile-empty";
};

/** Somebody kept the card just drawn. */
export type Kept = {
  type: "kept";
  seat: number;
};

/** Somebody passed, as there was nothing to draw. */
export type Passed = {
  type: "passed";
  seat: number;
};

/** Somebody changed the direction of play. */
export type Reversed = {
  type: "reversed";
  seat: number;
};

/** Somebody made the next player miss a turn. */
export type Skipped = {
  type: "skipped";
  seat: number;
  /** Who misses a turn. */
  to: number;
};

/** Somebody played a plus2. */
export type Plus2 = {
  type: "plus2";
  seat: number;
  /** Cards that the plus2s ask for now. */
  penalty: number;
};

/** Somebody played a swap and took the top card of a pile. */
export type Swapped = {
  type: "swapped";
  seat: number;
  /** The card taken. */
  card: string;
};

/** Somebody played a swap and took no card. */
export type SwappedNothing = {
  type: "swapped-nothing";
  seat: number;
};

/** Somebody played a gift. */
export type Gift = {
  type: "gift";
  seat: number;
};

/** Another player laid a card for a gift, face down. */
export type Laid = {
  type: "laid";
  seat: number;
};

/** The seat that looks laid a card for a gift. */
export type YouLaid = {
  type: "you-laid";
  seat: number;
  card: string;
};

/** A card laid for a gift is turned over. */
export type Shown = {
  type: "shown";
  /** Who laid it. */
  seat: number;
  card: string;
};

/** Somebody took one of the cards laid for their gift. */
export type Picked = {
  type: "picked";
  from: number;
  seat: number;
  card: string;
};

/** Somebody took none of the cards laid for their gift. */
export type PickedNothing = {
  type: "picked-nothing";
  seat: number;
};

/** Somebody lost a card by a gift and did not draw one. */
export type DrewNothing = {
  type: "drew-nothing";
  seat: number;
};

/** Somebody played the reset. */
export type Reset = {
  type: "reset";
  seat: number;
  /** Who gets a new code. */
  to: number;
};

/** The seat that looks has a new code. */
export type NewCode = {
  type: "new-code";
  seat: number;
  code: string;
};

/** Somebody has won. */
export type Won = {
  type: "won";
  seat: number;
  /** The hand. */
  cards: string[];
  code: string;
};

/** All turns are played and nobody has won. */
export type OutOfTurns = {
  type: "out-of-turns";
  /** How many turns. */
  n: number;
};

export type GameEvent =
  | Dealt
  | Turned
  | Shuffled
  | CodesShuffled
  | Played
  | Paired
  | Drew
  | YouDrew
  | DrewNone
  | PileEmpty
  | Kept
  | Passed
  | Reversed
  | Skipped
  | Plus2
  | Swapped
  | SwappedNothing
  | Gift
  | Laid
  | YouLaid
  | Shown
  | Picked
  | PickedNothing
  | DrewNothing
  | Reset
  | NewCode
  | Won
  | OutOfTurns;
