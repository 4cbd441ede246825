/** Colours and kinds of cards. */

export const COLOURS = ["R", "Y", "G", "B", "V"] as const;

export const isAction = (card: string): boolean => card.length > 2;

export const isJoker = (card: string): boolean => card.length === 2 && card.startsWith("J");
