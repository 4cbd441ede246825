import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { check, sealOf } from "./check";

const secret = "00ff10".padEnd(64, "a");
const commitment = createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");

it("makes the seal of the bytes, not of the digits", () => {
  expect(sealOf(secret)).toBe(commitment);
});

describe("the verdict", () => {
  const film = { secret, commitment };

  it("is right when the secret fits", () => {
    expect(check(film, null)).toBe("fits");
  });

  it("says more when this browser was shown the seal", () => {
    expect(check(film, { commitment, early: true })).toBe("same");
    expect(check(film, { commitment, early: false })).toBe("seen");
  });

  it("warns of another secret, another seal, and what is no secret", () => {
    expect(check({ ...film, secret: "b".repeat(64) }, null)).toBe("broken");
    expect(check({ ...film, secret: "no hex" }, null)).toBe("broken");
    expect(check(film, { commitment: "b".repeat(64), early: true })).toBe("other");
  });

  it("says nothing where there is nothing to check", () => {
    expect(check({ secret: null, commitment: null }, null)).toBe("none");
  });
});
