/** Kinds of cards, and what they are worth for a code. */

/** A card that is there and can't be seen. */
export const HIDDEN = "?";

/** Whether it has a colour and a number; else it is an action card or a joker. */
export function isNumber(card: string): boolean {
  return /^[BRYV]\d$/.test(card);
}

/** Whether a card shows a digit of a code, or stands for any. */
export function servesCode(card: string, code: string | null): boolean {
  return code !== null && (card === "joker" || (isNumber(card) && code.includes(card.slice(1))));
}

/** The card of the winner's hand for each digit: its number, else a joker. */
export function findStandIns(
  code: string,
  hand: readonly string[],
): { digit: string; card: string }[] {
  const jokers = hand.filter((card) => card === "joker");
  return [...code].map((digit) => ({
    digit,
    card: hand.find((card) => isNumber(card) && card.slice(1) === digit) ?? jokers.pop() ?? HIDDEN,
  }));
}
