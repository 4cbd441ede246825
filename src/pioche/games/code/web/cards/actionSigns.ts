/**
 * What action cards do, as signs: one path each, stroked in a box of 48 × 48.
 * The joker has a cap of its own, in the four colours; +2 is written.
 */
export const ACTION_SIGNS: Readonly<Record<string, string>> = {
  /** Two cards change places. */
  swap: "M8 17h28M28 8l9 9-9 9M40 31H12M20 22l-9 9 9 9",
  /** The way turns round. */
  reverse: "M14 40h12a13 13 0 0 0 0-26H10M19 5l-9 9 9 9",
  /** Nobody gets through. */
  skip: "M24 6a18 18 0 1 0 0 36 18 18 0 0 0 0-36zM11.5 36.5l25-25",
  /** A parcel with its bow. */
  gift: "M7 17h34v8H7zM10 25v17h28V25M24 17v25M24 17c-4-1-12-3-10-8 2-4 8-1 10 8 2-9 8-12 10-8 2 5-6 7-10 8",
  /** Four digits, and all of them new. */
  reset:
    "M41 21A17.5 17.5 0 0 0 9 15M8 5v11h11M7 27a17.5 17.5 0 0 0 32 6M40 43V32H29M20 20h.01M28 20h.01M20 28h.01M28 28h.01",
};

/** The joker's cap, part by part: its colour and its shape, filled. */
export const JOKER_CAP: readonly (readonly [string, string])[] = [
  ["B", "M11 33C10 22 9 14 4 11c8-3 14 4 16 13z"],
  ["V", "M37 33c1-11 2-19 7-22-8-3-14 4-16 13z"],
  ["R", "M11 33C14 20 18 12 24 5c6 7 10 15 13 28z"],
  ["Y", "M9 33h30v8H9z"],
];
