/** What a seat sees of the game, as the server tells it (docs/formats.md). */
export interface View {
  players: number;
  over: boolean;
  options: { copies: number; actions: number; interactive: boolean };
  round: number;
  first: number;
  turn: number;
  phase: "setup" | "turn" | "perfect" | "stolen";
  market: (string[] | null)[];
  pending: string[];
  stolen: string | null;
  perfect: { seat: number; colour: string } | null;
  taken: boolean;
  series: Record<string, Laid[]>[];
  stored: string[][];
  score: number[];
  draw_count: number;
  discard_count: number;
  setup_hands: string[][];
  protected: string[][];
  room: boolean[];
  outlook: Record<string, Outlook>;
}

/** A card in a series. */
export interface Laid {
  card: string;
  up: boolean;
}

/** What a move will do. */
export interface Outlook {
  effect: "nothing" | "perfect" | "win" | "lose";
  cards: number;
  /** The cards that leave a series (or stored actions that make way), first to last. */
  leaving: string[];
  /** Where in that series they lie now; a card that is only being added lies nowhere yet. */
  at: number[];
}
