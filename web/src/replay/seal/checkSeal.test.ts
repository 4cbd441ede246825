import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkSeal, computeSeal } from "./checkSeal";

const secret = "00ff10".padEnd(64, "a");
const commitment = createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");

it("makes the seal of the bytes, not of the digits", () => {
  expect(computeSeal(secret)).toBe(commitment);
});

describe("the verdict", () => {
  const replay = { secret, commitment };

  it("is right when the secret fits", () => {
    expect(checkSeal(replay, null)).toBe("fits");
  });

  it("says more when this browser was shown the seal", () => {
    expect(checkSeal(replay, { commitment, early: true })).toBe("same");
    expect(checkSeal(replay, { commitment, early: false })).toBe("seen");
  });

  it("warns of another secret, another seal, and what is no secret", () => {
    expect(checkSeal({ ...replay, secret: "b".repeat(64) }, null)).toBe("broken");
    expect(checkSeal({ ...replay, secret: "no hex" }, null)).toBe("broken");
    expect(checkSeal(replay, { commitment: "b".repeat(64), early: true })).toBe("other");
  });

  it("says nothing where there is nothing to check", () => {
    expect(checkSeal({ secret: null, commitment: null }, null)).toBe("none");
  });
});
