import { Buffer } from "node:buffer";
import { type errors, jwtVerify, SignJWT } from "jose";

export const SESSION_SECONDS = 30 * 86_400;

/** Grants nothing: the session row of `sid` decides. */
interface SessionClaims {
  sid: string;
  userId: number;
}

export interface SessionTokenSettings {
  secret: string;
  /** Issuer and audience. */
  origin: string;
}

const ALGORITHM = "HS256";

let imported: { secret: string; key: CryptoKey } | null = null;

/** Caches the key, not its promise: a cancelled request would block all others. */
async function keyOf(secret: string): Promise<CryptoKey> {
  if (imported?.secret !== secret) {
    const bytes = new TextEncoder().encode(secret);
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    imported = { secret, key: await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign", "verify"]) };
  }
  return imported.key;
}

/** @param now unix seconds */
export async function issueSessionToken(
  { secret, origin }: SessionTokenSettings,
  { sid, userId, now }: SessionClaims & { now: number },
): Promise<string> {
  return new SignJWT({ sid, typ: "session" })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(userId))
    .setIssuer(origin)
    .setAudience(origin)
    .setIssuedAt(now)
    .setExpirationTime(now + SESSION_SECONDS)
    .sign(await keyOf(secret));
}

/** Null unless genuine and unexpired. */
export async function readSessionToken(
  { secret, origin }: SessionTokenSettings,
  { token, now }: { token: string; now: number },
): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: [ALGORITHM],
      issuer: origin,
      audience: origin,
      requiredClaims: ["sid", "sub", "typ", "iat", "exp"],
      currentDate: new Date(now * 1000),
    });
    const userId = Number(payload.sub);
    if (payload.typ !== "session" || typeof payload.sid !== "string" || !Number.isSafeInteger(userId)) return null;
    return { sid: payload.sid, userId };
  } catch (error) {
    if (isJoseError(error)) return null;
    throw error;
  }
}

/** Checked by code, not by class: Remix's build and the Worker's each bundle their own copy of jose. */
function isJoseError(error: unknown): error is errors.JOSEError {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J");
}

/** HMAC-SHA256: only the server can derive it from an id. */
export async function hmacBase64Url(secret: string, text: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await keyOf(secret), new TextEncoder().encode(text));
  return Buffer.from(mac).toString("base64url");
}

/** In constant time. */
export async function isHmacBase64Url(secret: string, text: string, code: string): Promise<boolean> {
  if (!/^[\w-]{43}$/.test(code)) return false;
  const mac = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return crypto.subtle.verify("HMAC", await keyOf(secret), mac, new TextEncoder().encode(text));
}
