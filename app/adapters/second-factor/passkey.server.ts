import { Buffer } from "node:buffer";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { RelyingParty } from "#app/domain/accounts/passkeys.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/** WebAuthn Level 3. The library is loaded with the first passkey of an isolate. No attestation is requested. */

const CHALLENGE_BYTES = 32;

export interface NewPasskey {
  /** Base64url. */
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
  /** Separated by a space. */
  transports: string;
  /** The database knows whether the challenge was issued and is unused. */
  challengeHash: string;
}

export async function makeChallenge(): Promise<{ challenge: string; challengeHash: string }> {
  const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)));
  return { challenge, challengeHash: await sha256Hex(challenge) };
}

/** Null if it proves nothing for this site. */
export async function readRegistration(
  answer: unknown,
  { party, mustVerifyUser }: { party: RelyingParty; mustVerifyUser: boolean },
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  let seen = "";
  const verified = await orNull(() =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: (challenge) => {
        seen = challenge;
        return true;
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: mustVerifyUser,
    }),
  );
  if (verified?.verified !== true) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: toBase64Url(publicKey),
    counter,
    transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).join(" "),
    challengeHash: await sha256Hex(seen),
  };
}

export function credentialIdOf(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("id" in answer)) return null;
  return typeof answer.id === "string" && /^[\w-]{1,1400}$/.test(answer.id) ? answer.id : null;
}

export async function readAssertion(
  answer: unknown,
  {
    party,
    passkey,
    mustVerifyUser,
  }: {
    party: RelyingParty;
    passkey: { credentialId: string; publicKey: string; counter: number };
    mustVerifyUser: boolean;
  },
): Promise<{ counter: number; challengeHash: string } | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  let seen = "";
  const { credentialId: id, publicKey, counter } = passkey;
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => {
        seen = challenge;
        return true;
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: fromBase64Url(publicKey), counter },
      requireUserVerification: mustVerifyUser,
    }),
  );
  if (verified?.verified !== true) return null;
  return { counter: verified.authenticationInfo.newCounter, challengeHash: await sha256Hex(seen) };
}

/** The library throws for invalid input, which is no fault of ours. */
async function orNull<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
