import { Buffer } from "node:buffer";
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

/** An authenticator as WebAuthn Level 3 describes it, with its browser: ES256, attestation "none". */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface Signing {
  challenge: string;
  /** Origin of the page. */
  origin: string;
  rpId: string;
  isVerified?: boolean;
  /** Signatures so far; 0: none are counted. */
  counter?: number;
}

export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const common = { id, rawId: id, type: "public-key", authenticatorAttachment: "platform", clientExtensionResults: {} };

  return {
    id,
    /** COSE key, base64url. */
    publicKey: coseKey(publicKey).toString("base64url"),
    /** The response to a registration, in the form of `PublicKeyCredential.toJSON`. */
    register({ challenge, origin, ...of }: Signing) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const authData = Buffer.concat([authenticatorData(of, HAS_CREDENTIAL), credential]);
      // A map of three: fmt "none", attStmt {}, authData.
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), cborBytes(authData)],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData("webauthn.create", { challenge, origin }).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** The answer to a request. */
    sign({ challenge, origin, ...of }: Signing) {
      const data = clientData("webauthn.get", { challenge, origin });
      const authData = authenticatorData(of, 0);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, createHash("sha256").update(data).digest()]))
        .sign(privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}

function clientData(type: string, { challenge, origin }: { challenge: string; origin: string }): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(
  { rpId, isVerified = true, counter = 0 }: Omit<Signing, "challenge" | "origin">,
  more: number,
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | more;
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

/** kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const point = (text: string) => cborBytes(Buffer.from(text, "base64url"));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[point(x), Buffer.from([0x22]), point(y)],
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
