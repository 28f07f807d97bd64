import { createPublicKey, verify } from "node:crypto";

/** The parts of a delivery that a push service looks at. */
export interface Delivery {
  /** By lower-case names. */
  headers: Partial<Record<string, string>>;
  body: Buffer;
}

const LARGEST_BODY_BYTES = 4096;
const LONGEST_TOKEN_SECONDS = 24 * 3600;
const URGENCIES = ["very-low", "low", "normal", "high"];

/**
 * Checks a delivery as push services do (RFC 8030, 8188, 8292), strictly: what some of them let pass is refused here.
 *
 * @param input origin: of the service, which the token must name; publicKey: that the subscription was made with;
 * now: unix seconds
 * @returns status and reason of the refusal; null: it is right
 */
export function checkDelivery(
  { headers, body }: Delivery,
  { origin, publicKey, now }: { origin: string; publicKey: string; now: number },
): { status: number; reason: string } | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  if (token === "") return { status: 401, reason: "no vapid token" };
  const refused = checkToken(token, { key, origin, now });
  if (refused !== null) return { status: 403, reason: refused };
  if (key !== publicKey) return { status: 403, reason: "the subscription is of another key" };
  if (!/^\d{1,9}$/.test(headers.ttl ?? "")) return { status: 400, reason: "no TTL" };
  if (headers["content-encoding"] !== "aes128gcm") return { status: 400, reason: "content encoding" };
  if (headers.urgency !== undefined && !URGENCIES.includes(headers.urgency)) return { status: 400, reason: "urgency" };
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(headers.topic)) return { status: 400, reason: "topic" };
  if (body.length > LARGEST_BODY_BYTES) return { status: 413, reason: "too large" };
  return null;
}

function checkToken(token: string, { key, origin, now }: { key: string; origin: string; now: number }): string | null {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const { alg } = readJson(header);
  const { aud, exp, sub } = readJson(claims);
  if (alg !== "ES256") return "algorithm";
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || point[0] !== 4) return "key";
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "signature";
  if (aud !== origin) return `audience ${String(aud)}`;
  if (typeof exp !== "number" || exp <= now || exp > now + LONGEST_TOKEN_SECONDS) return "expiry";
  if (typeof sub !== "string" || !/^(mailto:.+@|https:\/\/)/.test(sub)) return "subject";
  return null;
}

function readJson(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
  return typeof value === "object" && value !== null ? { ...value } : {};
}
