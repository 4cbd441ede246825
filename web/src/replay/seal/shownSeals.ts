/** The seals of deals that this browser was shown, kept to be compared with what is revealed. */

export interface Seal {
  commitment: string;
  /** Whether it was seen before the first deal; only then nobody can have chosen it afterwards. */
  early: boolean;
}

const KEY = "pioche-seals";
const MOST = 200; // the oldest go first

function readSeals(): Record<string, Seal> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Seal>;
  } catch {
    return {};
  }
}

/** Keep the first that is seen of a table: a later one would prove nothing. */
export function storeSeal(code: string, commitment: string, early: boolean): void {
  const known = readSeals();
  if (known[code] || !commitment) return;
  const kept = [...Object.entries(known), [code, { commitment, early }] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // then there is nothing to compare with, and the page says nothing of it
  }
}

export function findSeal(code: string): Seal | null {
  return readSeals()[code] ?? null;
}
