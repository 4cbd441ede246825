/** What a seat sees of the game, as the server tells it (docs/formats.md). */
export interface View {
  players: number;
  seat: number | null;
  over: boolean;
  options: { reset: boolean; max_turns: number };
  phase: "turn" | "drawn" | "penalty" | "gift" | "pick" | "robbed";
  turn: number;
  direction: 1 | -1;
  turns: number;
  penalty: number;
  /** Bottom first, as `actions`. */
  numbers: string[];
  actions: string[];
  robbed: number | null;
  drawn: string | null;
  hands: (string[] | null)[];
  hands_count: number[];
  codes: (string | null)[];
  codes_aside_count: number;
  codes_out_count: number;
  draw_count: number;
  top: string | null;
  laid: (string | null)[];
  /** Per seat, the cards in hand or offered to it that serve its code; null where it is hidden. */
  serving: (string[] | null)[];
  missing: number[] | null;
  jokers: number | null;
  /** The cards that one more plus2 would ask for. */
  raised_penalty: number;
  winner: number | null;
  /** The winner's card for each digit of the code. */
  stand_ins: { digit: number; card: string }[] | null;
}
