// Made by `make views` from core/schema.py. Changes belong there.

/** How a game ended. */
export interface Outcome {
  /** Per seat; 1 is the best. */
  ranks: number[];
  /** Per seat. */
  scores: number[];
  /** What ended the game. */
  reason: string;
}

/** What a seat may know of a game at one moment. */
export interface CommonView {
  /** The id of the game. */
  game: string;
  /** The version of its rules. */
  rules: number;
  /** How many play. */
  players: number;
  /** Whether the game has ended. */
  over: boolean;
  /** Only while a shuffle is due. */
  chance?: true;
  /** Whose view it is; null for a spectator. */
  seat: number | null;
  /** The seats that may act now; -1 while a shuffle is due. */
  actors: number[];
  /** Only when the game is over. */
  outcome?: Outcome;
}
