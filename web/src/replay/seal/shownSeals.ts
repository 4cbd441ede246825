/** The seals that this browser has seen, kept to compare them with the revealed secrets. */

export interface Seal {
  commitment: string;
  /** Whether it was seen before the first deal. Only then it proves that nobody changed the cards later. */
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

/** Keep the first seal of a table. A later one proves nothing. */
export function storeSeal(code: string, commitment: string, early: boolean): void {
  const known = readSeals();
  if (known[code] || !commitment) return;
  const kept = [...Object.entries(known), [code, { commitment, early }] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // then there is no seal to compare with
  }
}

export function findSeal(code: string): Seal | null {
  return readSeals()[code] ?? null;
}
