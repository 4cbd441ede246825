/** Whether a deal was fixed before it was made: the secret must fit the seal. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Seal } from "./shownSeals";

/** The result of the check; each has its text. */
export type Verdict = "none" | "broken" | "fits" | "other" | "seen" | "same";

/** SHA-256 of a secret given as hexadecimal digits, in the same form. */
export function computeSeal(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

export function checkSeal(
  { secret, commitment }: { secret: string | null; commitment: string | null },
  kept: Seal | null,
): Verdict {
  if (!secret || !commitment) return "none";
  if (!isSealOf(secret, commitment)) return "broken";
  if (!kept) return "fits";
  if (kept.commitment !== commitment) return "other";
  return kept.early ? "same" : "seen";
}

function isSealOf(secret: string, commitment: string): boolean {
  try {
    return computeSeal(secret) === commitment.toLowerCase();
  } catch {
    return false; // not even hexadecimal
  }
}
