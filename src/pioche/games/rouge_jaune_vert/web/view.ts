// Made by `make views` from the game's schema.py. Changes belong there.

import type { CommonView } from "$kit/commonView";

/** A card of the spread as it is seen. */
export interface Slot {
  /** Whether it lies face up. */
  up: boolean;
  /** Only where it lies face up. */
  card?: string;
}

/** A card in a hand as it is seen. */
export interface Held {
  /** Where it lay. */
  slot: number;
  /** Whether it lay face up. */
  up: boolean;
  /** Only for its holder, or if it lay face up. */
  card?: string;
}

/** The first wrong card of a series, and what it has in common with the one before it. */
export interface Break {
  /** Its place in the series, from 0. */
  index: number;
  /** Letters of B R Y G K. */
  colours: string[];
  /** Null where they differ. */
  times: number | null;
}

/** What a series is worth after a race. */
export interface Counted {
  /** In the order in which point cards are chosen, from 1. */
  place: number;
  /** Cards before the first wrong one. */
  kept: number;
  /** The sum of the times on them. */
  times: number;
  /** Null if all cards are right. */
  broke: Break | null;
}

/** A game of Rouge Jaune Vert as a seat sees it. */
export interface View extends CommonView {
  options: {
    round_seconds: number;
  };
  /** From 1. */
  round: number;
  phase: "race" | "points";
  /** Per seat its cards, left to right. */
  series: string[][];
  /** Per seat the cards kept at the count; null in the race. */
  kept: number[] | null;
  /** Who stopped the round; null in the race or if the clock did. */
  stopped_by: number | null;
  /** The point cards that lie face up, highest first. */
  points: number[];
  /** Per seat the point cards won, in order. */
  won: number[][];
  /** The seats still to choose a point card, in order. */
  choosing: number[];
  /** 80 slots; null where no card lies. */
  slots: (Slot | null)[];
  /** Per seat; null for an empty hand. */
  held: (Held | null)[];
  /** How many point cards are left in the pile. */
  point_draw_count: number;
  /** How many a game has. */
  rounds: number;
  /** Cards of a full series. */
  target: number;
  /** Per seat the sum of the point cards won. */
  scores: number[];
  /** Per seat what its series is worth; null in the race. */
  count: Counted[] | null;
}

/** A round begins. */
export type Dealt = {
  type: "dealt";
  round: number;
  /** Cards of a full series. */
  target: number;
};

/** A seat's start card. */
export type Started = {
  type: "started";
  seat: number;
  card: string;
};

/** The point cards of the round are turned up. */
export type TurnedUp = {
  type: "turned-up";
  /** Highest first. */
  points: number[];
};

/** Somebody took a card that can't be seen. */
export type Took = {
  type: "took";
  seat: number;
  slot: number;
};

/** Somebody took a card that can be seen. */
export type TookCard = {
  type: "took-card";
  seat: number;
  slot: number;
  card: string;
};

/** Somebody put a card back, face up. */
export type Returned = {
  type: "returned";
  seat: number;
  slot: number;
  card: string;
};

/** Somebody placed a card at the end of their series. */
export type Placed = {
  type: "placed";
  seat: number;
  card: string;
  /** Of the series now. */
  length: number;
  /** Of a full series. */
  target: number;
};

/** Somebody completed a series, which stops the round. */
export type Stopped = {
  type: "stopped";
  seat: number;
};

/** The clock ends the race. */
export type TimeUp = {
  type: "time-up";
};

/** A card in hand goes back as it lay, because the race is over. */
export type LetGo = {
  type: "let-go";
  seat: number;
  slot: number;
};

/** The count of a series that is right. */
export type KeptAll = {
  type: "kept-all";
  seat: number;
  /** Cards. */
  kept: number;
  /** The sum of the times on them. */
  times: number;
};

/** The count of a series with a wrong card. */
export type Broke = {
  type: "broke";
  seat: number;
  /** Cards before the wrong one. */
  kept: number;
  /** The sum of the times on them. */
  times: number;
  /** The last right card and the wrong one. */
  cards: string[];
  /** How many cards don't count. */
  lost: number;
};

/** The first of the count gets the highest point card. */
export type Won = {
  type: "won";
  seat: number;
  value: number;
};

/** Somebody chose a point card. */
export type Chose = {
  type: "chose";
  seat: number;
  value: number;
};

/** How a seat stands after a round. */
export type Stands = {
  type: "stands";
  seat: number;
  round: number;
  score: number;
};

export type GameEvent =
  | Dealt
  | Started
  | TurnedUp
  | Took
  | TookCard
  | Returned
  | Placed
  | Stopped
  | TimeUp
  | LetGo
  | KeptAll
  | Broke
  | Won
  | Chose
  | Stands;
