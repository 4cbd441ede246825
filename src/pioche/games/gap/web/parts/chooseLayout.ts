/** How the columns of all players fit on the page. */
export interface Layout {
  /** The others have plates alone; their cards come on demand. */
  compactOthers: boolean;
  /** The own row has plates alone, too. */
  compactOwn: boolean;
  /** The own row stands among the others, where a place is free. */
  ownAmongOthers: boolean;
}

const PHONE = 720; // pixels; narrower pages have everything below each other
const LYING = 560; // pixels; lower ones have it side by side

export function chooseLayout(width: number, height: number, others: number): Layout {
  const narrow = width < PHONE;
  const lying = height < LYING;
  const compactOthers = narrow ? others > 1 || height < 740 : height < 600 || width < others * 180;
  const full = others > 3 ? height < 800 : others > 1 && height < 700;
  const compactOwn = lying || (narrow && full);
  // Two beside each other: with an odd number the last place is free.
  return {
    compactOthers,
    compactOwn,
    ownAmongOthers: compactOwn && ((lying && width > height) || others % 2 === 1),
  };
}
