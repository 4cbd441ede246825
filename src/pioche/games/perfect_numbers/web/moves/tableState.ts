/** What a player has chosen and may do with it, for all parts of the table. */
import type { Speech } from "$words/speech";
import type { TrackedPlaces } from "$kit/behaviour/trackCards";
import type { View } from "../view";

export interface TableState {
  view: View;
  seat: number | null;
  names: readonly string[];
  speech: Speech;
  tracked: TrackedPlaces;
  legal: readonly string[];
  hint: string | null;
  /** Whether the player may press anything: not in the past, not as a spectator. */
  seated: boolean;
  /** Whether the game waits for a move of this player. */
  mine: boolean;
  /** The chosen card: its key and its kind. */
  chosen: { key: string; card: string } | null;
  /** The series whose last card a Protect lays face down; empty for the Protect itself. */
  cover: string;
  /** The move under the pointer. The cards that it would cost are marked. */
  preview: string | null;
  previewMove: (move: string | null) => void;
  choose: (key: string, card: string) => void;
  chooseCover: (colour: string) => void;
  play: (move: string) => void;
  /** Whether a card could be chosen to do something with it. */
  usable: (key: string, card: string) => boolean;
}
