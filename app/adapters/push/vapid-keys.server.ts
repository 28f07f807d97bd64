import { createECDH } from "node:crypto";
import type { JWK } from "jose";

export interface VapidKeys {
  /** Uncompressed point, base64url. */
  publicKey: string;
  jwk: JWK;
  /** mailto: or https:. */
  subject: string;
}

const SCALAR_BYTES = 32;
const POINT_BYTES = 65;

/** @param settings privateKey: P-256, 32 bytes in base64url @throws if it or the subject is invalid */
export function readVapidKeys({ privateKey, subject }: { privateKey: string; subject: string }): VapidKeys {
  const scalar = Buffer.from(privateKey, "base64url");
  if (scalar.length !== SCALAR_BYTES || scalar.toString("base64url") !== privateKey)
    throw new Error("VAPID_PRIVATE_KEY must be 32 bytes in base64url");
  if (!/^(mailto:[^\s@<>,;]+@[^\s@<>,;]+|https:\/\/[^\s/]+\S*)$/.test(subject))
    throw new Error("VAPID_SUBJECT must be a mailto: or https: address");
  const point = pointOf(scalar);
  const coordinate = (from: number) => point.subarray(from, from + SCALAR_BYTES).toString("base64url");
  return {
    publicKey: point.toString("base64url"),
    jwk: { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(1 + SCALAR_BYTES), d: privateKey },
    subject,
  };
}

function pointOf(scalar: Buffer): Buffer {
  const curve = createECDH("prime256v1");
  try {
    curve.setPrivateKey(scalar);
  } catch {
    throw new Error("VAPID_PRIVATE_KEY is no private key of P-256");
  }
  const point = Buffer.from(curve.getPublicKey());
  if (point.length !== POINT_BYTES) throw new Error("VAPID_PRIVATE_KEY is no private key of P-256");
  return point;
}
