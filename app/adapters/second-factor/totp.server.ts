/** TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds. */

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Accepted before and after the present step: clocks differ. */
const TOLERATED_STEPS = 1;
/** RFC 4226. */
const SECRET_BYTES = 20;

/** An HMAC of the seed, stored nowhere. */
export async function totpSecret(serverSecret: string, seed: string): Promise<Uint8Array<ArrayBuffer>> {
  const mac = await sign("SHA-256", new TextEncoder().encode(serverSecret), new TextEncoder().encode(`totp:${seed}`));
  return mac.slice(0, SECRET_BYTES);
}

export async function totpCode(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = await sign("SHA-1", secret, counter);
  // RFC 4226, 5.3: 31 bits from where the last four bits point to.
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = new DataView(mac.buffer).getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Callers must reject steps that are not later than the last one used. @param now unix seconds */
export async function findTotpStep(
  secret: Uint8Array<ArrayBuffer>,
  { code, now }: { code: string; now: number },
): Promise<number | null> {
  const present = Math.floor(now / STEP_SECONDS);
  let found: number | null = null;
  // Checks all, so that the time does not show which one matched.
  for (let step = present - TOLERATED_STEPS; step <= present + TOLERATED_STEPS; step++) {
    if (isSameText(await totpCode(secret, step), code)) found = step;
  }
  return found;
}

export function base32(bytes: Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

export function totpAddress(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

async function sign(
  hash: "SHA-1" | "SHA-256",
  secret: Uint8Array<ArrayBuffer>,
  message: BufferSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

/** In constant time. */
function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
