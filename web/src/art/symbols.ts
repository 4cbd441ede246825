/**
 * The shape that goes with each colour letter in every game, so that no colour is told by hue alone.
 * Path data for a box of 24 × 24, filled; all six outlines differ at 10 px.
 */
export const symbols: Record<string, string> = {
  /** Red: a flame. */
  R: "M13 1C14 6 21 9 21 15.5A8.8 7.5 0 0 1 12 23 8.8 7.5 0 0 1 3 15.5C3 12 4.5 9.5 6 7.5 6.5 10 7.5 11 9 11.5 8.5 7.5 10 4 13 1z",
  /** Yellow: a star. */
  Y: "M12 1l3.4 7.2 7.8 1-5.7 5.5 1.4 7.8L12 18.7 5.1 22.5l1.4-7.8L.8 9.2l7.8-1z",
  /** Green: a clover leaf. */
  G: "M12 1.5a5 5 0 0 1 4.7 6.7A5 5 0 1 1 13.7 16.3Q14 20 16.5 22.5h-9Q10 20 10.3 16.3A5 5 0 1 1 7.3 8.2 5 5 0 0 1 12 1.5z",
  /** Blue: waves. */
  B: "M1 7C4 3.5 8 3.5 12 6s8 2 11-1.5V10c-3 3.5-7 3.5-11 1S4 9 1 12.5zM1 15.5C4 12 8 12 12 14.5s8 2 11-1.5v5.5c-3 3.5-7 3.5-11 1S4 17.5 1 21z",
  /** Violet: a cut stone. */
  V: "M12 0 22 12 12 24 2 12z",
  /** Black: the moon at night. */
  K: "M14 1.5A11 11 0 1 0 22.5 17 9.5 9.5 0 0 1 14 1.5z",
};
