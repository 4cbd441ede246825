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
  missing: number[] | null;
  jokers: number | null;
  winner: number | null;
}

/** A card that is there and can't be seen. */
export const HIDDEN = "?";

/** A card that lies somewhere, and by which name it travels. */
export interface Held {
  card: string;
  key: string;
}

/** Whether it has a colour and a number; else it is an action card or a joker. */
export function isNumber(card: string): boolean {
  return /^[BRYV]\d$/.test(card);
}

/** Whether a card shows a digit of a code, or stands for any. */
export function serves(card: string, code: string | null): boolean {
  return code !== null && (card === "joker" || (isNumber(card) && code.includes(card.slice(1))));
}

/** Which card of the winner's hand stands for which digit: its own number, else a joker. */
export function standIns(code: string, hand: readonly string[]): { digit: string; card: string }[] {
  const jokers = hand.filter((card) => card === "joker");
  return [...code].map((digit) => ({
    digit,
    card: hand.find((card) => isNumber(card) && card.slice(1) === digit) ?? jokers.pop() ?? HIDDEN,
  }));
}
