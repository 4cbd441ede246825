/** The signs of the actions: stroked paths in a box of 24 × 24. */
export const ACTION_SIGNS: Record<string, string> = {
  /** A shield with a lock's keyhole. */
  protect: "M12 2.5 20 5.5V11c0 5-3.2 8.6-8 10.5C7.2 19.6 4 16 4 11V5.5zM12 9.5v.01M12 10v4.5",
  /** The first card goes round to the end. */
  move: "M3.5 14.5v6h5v-6zM9.5 14.5v6h5v-6zM15.5 14.5v6h5v-6zM6 11C6 2 18 2 18 11M14.5 7.8 18 11l3.3-3.4",
  /** A hand that reaches for a card. */
  steal:
    "M13.5 3h7v9.5h-7zM3 19.5l4-4.5c1-1.2 2-1.5 3.5-1.5H14a1.8 1.8 0 0 1 0 3.6h-3.5M15.5 16l3.3-2.4a1.7 1.7 0 0 1 2 2.7L16 20.5H8L6 22.5M10.5 5.5 7 9m0-3.5V9h3.5",
};
