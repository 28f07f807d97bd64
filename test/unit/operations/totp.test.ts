import { expect, test } from "vitest";
import { base32, findTotpStep, totpAddress, totpCode, totpSecret } from "#app/adapters/second-factor/totp.server.ts";

const SECRET = new TextEncoder().encode("12345678901234567890");

test("codes are those of RFC 6238, appendix B (SHA-1), in six digits", async () => {
  const vectors: [number, string][] = [
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ];
  for (const [at, code] of vectors)
    expect([at, await totpCode(SECRET, Math.floor(at / 30))]).toEqual([at, code.slice(2)]);
});

test("a code is taken in its step and the two beside it, and no other text ever is", async () => {
  const now = 1_800_000_015;
  const step = now / 30 - 0.5;
  for (const [shift, found] of [
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ] as const)
    expect([shift, await findTotpStep(SECRET, { code: await totpCode(SECRET, step + shift), now })]).toEqual([
      shift,
      found,
    ]);
  const code = await totpCode(SECRET, step);
  for (const other of ["", code.slice(1), `${code}0`, ` ${code}`, "abcdef"])
    expect([other, await findTotpStep(SECRET, { code: other, now })]).toEqual([other, null]);
});

test("secrets are told apart by seed and by server, and written in base32 (RFC 4648)", async () => {
  const hex = async (server: string, seed: string) => Buffer.from(await totpSecret(server, seed)).toString("hex");
  const all = [await hex("a".repeat(16), "1"), await hex("a".repeat(16), "2"), await hex("b".repeat(16), "1")];
  expect(new Set(all).size).toBe(3);
  expect(all.map((secret) => secret.length)).toEqual([40, 40, 40]);
  expect(["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32(new TextEncoder().encode(text)))).toEqual([
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YQ",
    "MZXW6YTB",
    "MZXW6YTBOI",
  ]);
  expect(totpAddress(SECRET, { issuer: "はちわく", account: "a@b.example" })).toBe(
    "otpauth://totp/%E3%81%AF%E3%81%A1%E3%82%8F%E3%81%8F%3Aa%40b.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" +
      "&issuer=%E3%81%AF%E3%81%A1%E3%82%8F%E3%81%8F",
  );
});
