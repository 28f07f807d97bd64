import { totpCode } from "#app/adapters/second-factor/totp.server.ts";

/** What an authenticator app shows, some steps of 30 seconds from now. A code is taken once, so the next is another. */
export function readCode(secret: string, later = 0): Promise<string> {
  const digits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter));
  const bits = digits.map((digit) => digit.toString(2).padStart(5, "0")).join("");
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return totpCode(bytes, Math.floor(Date.now() / 30_000) + later);
}
