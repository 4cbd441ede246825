/** How much room there is on the page for everybody's columns. */
export interface Room {
  /** The others have plates alone; their cards come on demand. */
  plain: boolean;
  /** So has one's own row. */
  tight: boolean;
  /** One sits among the others, where a place is free. */
  among: boolean;
}

const PHONE = 720; // pixels; narrower pages have everything below each other
const LYING = 560; // pixels; lower ones have it side by side

export function roomFor(width: number, height: number, others: number): Room {
  const narrow = width < PHONE;
  const lying = height < LYING;
  const plain = narrow ? others > 1 || height < 740 : height < 600 || width < others * 180;
  const full = others > 3 ? height < 800 : others > 1 && height < 700;
  const tight = lying || (narrow && full);
  // Two beside each other: with an odd number the last place is free.
  return {
    plain,
    tight,
    among: tight && ((lying && width > height) || others % 2 === 1),
  };
}
