/** What a game's own folder gives to the shell, and what it is given. */
import type { Component } from "svelte";
import type { Level, Absence } from "$lib/protocol";
import type { Event, Speech } from "$words/speech";
import type { SoundName } from "$lib/sound";

/** A seat as the game's table shows it. */
export interface Player {
  seat: number;
  name: string;
  avatar: string | null;
  bot: Level | null;
  away: Absence | null;
  /** Whether this is the seat through whose eyes one looks. */
  you: boolean;
  /** Whether the game waits for this seat. */
  acting: boolean;
  /** Whether somebody is connected there; always for bots. */
  here: boolean;
}

/** What the table of a game is given. Everything on it comes from `view`; nothing is computed. */
export interface TableProps<View = Record<string, any>> {
  view: View;
  /** One's own seat; null for somebody who watches or sees all cards. */
  seat: number | null;
  players: readonly Player[];
  /** The moves one may make now, as texts. Empty while one can only look. */
  legal: readonly string[];
  /** Moves that were sent and have no answer yet. */
  pending: readonly string[];
  /** What an expert would play, after one has asked. */
  hint: string | null;
  speech: Speech;
  /** Make a move; one that is not legal is tried all the same, and the server says why not. */
  play: (move: string) => void;
  /** What happened last, as this seat saw it; for marking what is new. */
  events: readonly Event[];
  /** Whether one looks at the past, and can't play. */
  past: boolean;
  /** Milliseconds left to a race, counting down; null where there is none. */
  raceLeft: number | null;
  /** Milliseconds left of the time agreed for the whole game, counting down; null for none. */
  timeLeft: number | null;
}

/** What the explanation of a result is given. */
export interface ResultProps<View = Record<string, any>> {
  view: View;
  players: readonly Player[];
  speech: Speech;
}

/** A step of a lesson: something to read, and often a move to make. */
export interface LessonStep {
  /** The key of its text in the game's words, under `lesson`. */
  say: string;
  /** Whether the learner has to move; any of these moves is right, the first is shown. */
  moves?: readonly string[];
  /** The text for a legal move that is not one of these. */
  otherwise?: string;
  /** Let the others play afterwards. */
  reply?: boolean;
  /** Moves of others that happen before it, as [seat, move]. */
  before?: readonly (readonly [number, string])[];
  /** Another position to go on with. */
  position?: Record<string, unknown>;
}

/** A lesson on the real engine: a position, then step by step. */
export interface Lesson {
  position: Record<string, unknown>;
  seat: number;
  names: readonly string[];
  steps: readonly LessonStep[];
}

/** The parts of a game. */
export interface GameParts {
  Table: Component<TableProps<any>>;
  Result: Component<ResultProps<any>>;
  lesson: Lesson;
  /** The sound of an event; null for silence. */
  sound: (event: Event, seat: number | null) => SoundName | null;
  /** Whether updates are shown as they come, and not one after the other. */
  realTime?: boolean;
  /** Which events are said aloud where too much happens to say it all; without it all are. */
  isSpoken?: (event: Event, seat: number | null) => boolean;
  /** What moves mean that can be given by a key of their own: key → move text. */
  shortcuts?: Readonly<Record<string, string>>;
}
