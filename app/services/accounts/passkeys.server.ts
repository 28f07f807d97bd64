import {
  credentialIdOf,
  makeChallenge,
  readAssertion,
  readRegistration,
  toBase64Url,
} from "#app/adapters/second-factor/passkey.server.ts";
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  isStaffAccount,
  type PasskeyProof,
  type PasskeyPurpose,
  selectPasskeys,
} from "#app/db/accounts/passkeys.server.ts";
import { consumeProof } from "#app/db/accounts/second-factors.server.ts";
import {
  PASSKEYS_MAX,
  type PasskeyCreation,
  type PasskeyRequest,
  relyingParty,
} from "#app/domain/accounts/passkeys.ts";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { recordAction } from "#app/services/operations/audit.server.ts";
import type { AuthEvent } from "./auth-log.server.ts";
import { type CheckedPassword, checkCurrentPassword } from "./current-password.server.ts";
import { planFactorMail, tryCode, tryFactor, wakeFactorMail } from "./second-factor.server.ts";
import { readSession } from "./sessions.server.ts";

/** From the page to its answer. */
const CHALLENGE_SECONDS = 300;

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Requires password and code: an open session alone must not add a way in. */
export async function beginPasskey(
  deps: Deps,
  { user, password, code }: { user: { id: number; email: string }; password: string; code: string },
): Promise<
  { kind: "begun"; creation: PasskeyCreation } | Refused<"wrong-code" | "full" | "not-offered"> | CheckedPassword
> {
  const party = relyingParty(deps.config.publicUrl);
  if (party === null) return refused("not-offered");
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  const own = await selectPasskeys(deps.db, user.id);
  if (own.length >= PASSKEYS_MAX) return refused("full");
  const proven = await tryCode(deps, { userId: user.id, code, act: "confirm" }, (proof) =>
    consumeProof(deps.db, { userId: user.id, proof }),
  );
  if (proven.kind !== "proven") return proven;
  const challenge = await createChallenge(deps, { userId: user.id, purpose: "register" });
  return {
    kind: "begun",
    creation: {
      challenge,
      rp: { id: party.id, name: PRODUCT_NAME },
      // A hash, because authenticators show it.
      user: { id: await handleOf(user.id), name: user.email, displayName: user.email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: own.map(describe),
      authenticatorSelection: {
        residentKey: "discouraged",
        userVerification: (await isStaffAccount(deps.db, user.id)) ? "required" : "preferred",
      },
      attestation: "none",
    },
  };
}

/** It opens the console if the console is open. */
export async function addPasskey(
  deps: Deps,
  { user, token, name, answer }: { user: { id: number }; token: string; name: string; answer: unknown },
): Promise<{ kind: "added" } | Refused<"no-passkey">> {
  const party = relyingParty(deps.config.publicUrl);
  if (party === null) return refused("no-passkey");
  const mustVerifyUser = await isStaffAccount(deps.db, user.id);
  const read = await readRegistration(answer, { party, mustVerifyUser });
  if (read === null) return refused("no-passkey");
  const sessionId = (await readSession(deps, { token }))?.sessionId ?? "";
  const mail = planFactorMail(deps);
  const added = await insertPasskey(deps.db, { ...read, userId: user.id, name, sessionId, mail });
  if (added === null) return isRegistered(deps, { userId: user.id, ...read });
  await wakeFactorMail(deps, mail);
  if (added.opensConsole) await recordAction(deps, { staff: user, action: "staff.passkey-added", reason: name });
  return { kind: "added" };
}

/** Idempotent: a repeated registration returns the same result. */
async function isRegistered(
  { db }: Deps,
  { userId, credentialId, publicKey }: { userId: number; credentialId: string; publicKey: string },
): Promise<{ kind: "added" } | Refused<"no-passkey">> {
  const known = await findPasskey(db, { userId, credentialId });
  return known?.publicKey === publicKey ? { kind: "added" } : refused("no-passkey");
}

/** Requires password and code. Idempotent. */
export async function removePasskey(
  deps: Deps,
  {
    user,
    password,
    code,
    credentialId,
  }: { user: { id: number }; password: string; code: string; credentialId: string },
): Promise<{ kind: "removed" } | Refused<"wrong-code"> | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  if ((await findPasskey(deps.db, { userId: user.id, credentialId })) === null) return { kind: "removed" };
  const mail = planFactorMail(deps);
  const proven = await tryCode(deps, { userId: user.id, code, act: "confirm" }, (proof) =>
    deletePasskey(deps.db, { userId: user.id, credentialId, proof, mail }),
  );
  if (proven.kind !== "proven") {
    // A repeated form.
    const isThere = (await findPasskey(deps.db, { userId: user.id, credentialId })) !== null;
    return isThere ? proven : { kind: "removed" };
  }
  await wakeFactorMail(deps, mail);
  if (proven.taken.opensConsole) await recordAction(deps, { staff: user, action: "staff.passkey-removed", reason: "" });
  return { kind: "removed" };
}

export async function requestPasskey(
  deps: Deps,
  { userId, purpose }: { userId: number; purpose: Exclude<PasskeyPurpose, "register"> },
): Promise<PasskeyRequest | null> {
  const party = relyingParty(deps.config.publicUrl);
  if (party === null) return null;
  const [own, isOfStaff] = await Promise.all([selectPasskeys(deps.db, userId), isStaffAccount(deps.db, userId)]);
  const able = purpose === "console" ? own.filter(({ opensConsole }) => opensConsole) : own;
  if (able.length === 0) return null;
  return {
    challenge: await createChallenge(deps, { userId, purpose }),
    rpId: party.id,
    allowCredentials: able.map(describe),
    userVerification: isOfStaff ? "required" : "preferred",
  };
}

/** @param take consumes the proof in its transaction */
export async function tryPasskey<Taken>(
  deps: Deps,
  { userId, answer, act }: { userId: number; answer: unknown; act: AuthEvent["act"] },
  take: (proof: PasskeyProof) => Promise<Taken>,
) {
  return tryFactor(deps, {
    ...{ userId, act, factor: "passkey", reason: "wrong-passkey", take },
    find: () => readAnswer(deps, { userId, answer }),
  });
}

async function readAnswer(
  deps: Deps,
  { userId, answer }: { userId: number; answer: unknown },
): Promise<PasskeyProof | null> {
  const party = relyingParty(deps.config.publicUrl);
  const credentialId = credentialIdOf(answer);
  if (party === null || credentialId === null) return null;
  const passkey = await findPasskey(deps.db, { userId, credentialId });
  if (passkey === null) return null;
  const mustVerifyUser = passkey.isOfStaff || passkey.opensConsole;
  const read = await readAssertion(answer, { party, passkey, mustVerifyUser });
  return read === null ? null : { kind: "passkey", credentialId, ...read, now: deps.now() };
}

async function createChallenge(
  deps: Deps,
  { userId, purpose }: { userId: number; purpose: PasskeyPurpose },
): Promise<string> {
  const { challenge, challengeHash } = await makeChallenge();
  const now = deps.now();
  await insertChallenge(deps.db, { challengeHash, userId, purpose, expiresAt: now + CHALLENGE_SECONDS, now });
  return challenge;
}

function describe({ credentialId, transports }: { credentialId: string; transports: string }) {
  return { id: credentialId, type: "public-key" as const, transports: transports.split(" ").filter(Boolean) };
}

async function handleOf(userId: number): Promise<string> {
  return toBase64Url(new TextEncoder().encode((await sha256Hex(`passkeys of ${userId}`)).slice(0, 32)));
}
