/** The contract between the page and the folder of a game. */
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
  /** Whether this is the seat of the person who looks. */
  you: boolean;
  /** Whether the game waits for this seat. */
  acting: boolean;
  /** Whether somebody is connected there; always for bots. */
  here: boolean;
}

/** The props of a game's table. Everything on it comes from `view`; nothing is computed. */
export interface TableProps<View = Record<string, any>, GameEvent extends Event = Event> {
  view: View;
  /** The own seat; null for a spectator and for a view of all cards. */
  seat: number | null;
  players: readonly Player[];
  /** The moves that are legal now, as texts. Empty while the player can only look. */
  legal: readonly string[];
  /** Moves that were sent and have no answer yet. */
  pending: readonly string[];
  /** The move that an expert would play, after the player asked for a hint. */
  hint: string | null;
  speech: Speech;
  /** Make a move. An illegal move is sent too, and the server says why it is refused. */
  play: (move: string) => void;
  /** The last events, as this seat saw them. */
  events: readonly GameEvent[];
  /** Whether this is the past, where nobody can play. */
  past: boolean;
  /** Milliseconds left to a race, counting down; null where there is none. */
  raceLeft: number | null;
  /** Milliseconds left of the time agreed for the whole game, counting down; null for none. */
  timeLeft: number | null;
}

/** The props of the explanation of a result. */
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

/** The parts of a game. Only the table must be there. */
export interface GameParts {
  Table: Component<TableProps<any, any>>;
  /** How the scores came about. */
  Result?: Component<ResultProps<any>>;
  lesson?: Lesson;
  /** The sound of an event; null for silence. */
  sound?: (event: Event, seat: number | null) => SoundName | null;
  /** Whether updates are shown as they come. Otherwise they are shown one after the other. */
  realTime?: boolean;
  /** Whether screen readers announce an event. Without this function they announce all events. */
  isSpoken?: (event: Event, seat: number | null) => boolean;
  /** Moves that have a key of their own: key → move text. */
  shortcuts?: Readonly<Record<string, string>>;
}
