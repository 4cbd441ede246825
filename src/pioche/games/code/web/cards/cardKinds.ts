/** Kinds of cards. */

/** A card that is there and can't be seen. */
export const HIDDEN = "?";

/** Whether it has a colour and a number; else it is an action card or a joker. */
export function isNumber(card: string): boolean {
  return /^[BRYV]\d$/.test(card);
}
