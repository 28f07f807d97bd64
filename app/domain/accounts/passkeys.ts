export const PASSKEYS_MAX = 10;
/** In code points. */
export const PASSKEY_NAME_MAX = 30;

export interface RelyingParty {
  /** Host name, to which passkeys are bound. */
  id: string;
  origin: string;
}

/** The site of an address; null where browsers make no passkeys: a bare IP address, or http of another machine. */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isAddress || !isSecure ? null : { id: hostname, origin };
}

export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string; type: "public-key"; transports: string[] }[];
  userVerification: "required" | "preferred";
}

export interface PasskeyCreation {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  excludeCredentials: PasskeyRequest["allowCredentials"];
  authenticatorSelection: { residentKey: "discouraged"; userVerification: PasskeyRequest["userVerification"] };
  attestation: "none";
}

/** A passkey in its user's list. Unix seconds; usedAt null: never. */
export interface ListedPasskey {
  credentialId: string;
  name: string;
  createdAt: number;
  usedAt: number | null;
}
