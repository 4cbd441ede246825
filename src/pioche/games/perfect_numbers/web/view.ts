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
  in_setup: boolean;
  /** Per seat, the places that are free: for colours, and the one that is for actions alone. */
  free_places: { colours: number; actions: number }[];
  /** Per seat and colour, the number that would be perfect; null where no card has it. */
  waits_for: Record<string, number | null>[];
  /** Per group of the Market, which of its cards would be perfect for a series of the own seat. */
  wanted: number[][];
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
  /** The series it concerns, if any. */
  series: { seat: number; colour: string } | null;
}
