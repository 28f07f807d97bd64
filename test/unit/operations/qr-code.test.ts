import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { drawQrCode } from "#app/adapters/second-factor/qr-code.server.ts";
import { totpAddress } from "#app/adapters/second-factor/totp.server.ts";

const SCALE = 4;

/** The drawing as a reader's camera gets it: RGBA. */
function paint({ side, path }: { side: number; path: string }) {
  const width = side * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < SCALE; row++) {
      const start = ((Number(y) * SCALE + row) * width + Number(x) * SCALE) * 4;
      for (let at = start; at < start + Number(length) * SCALE * 4; at++) if (at % 4 !== 3) data[at] = 0;
    }
  }
  return { width, height: width, data };
}

test("a reader finds the address of a second factor in its code, whatever the account's address", () => {
  const secret = new TextEncoder().encode("12345678901234567890");
  for (const account of ["a@b.example", `${"long.".repeat(40)}name@example.com`]) {
    const address = totpAddress(secret, { issuer: "はちわく", account });
    const code = drawQrCode(address);
    expect(decodeQR(paint(code))).toBe(address);
    // The quiet zone: nothing in the first and last four rows and columns.
    const places = [...code.path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((match) => match.slice(1).map(Number));
    for (const [x = 0, y = 0, length = 0] of places) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
      expect(Math.max(x + length, y + 1)).toBeLessThanOrEqual(code.side - 4);
    }
  }
});
