import { drawQrCode, type QrCode } from "#app/adapters/second-factor/qr-code.server.ts";
import { base32, findTotpStep, totpAddress, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { hmacBase64Url } from "#app/adapters/session-token.server.ts";
import { returnPermits, takePermits } from "#app/db/accounts/rate-limits.server.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  findSecondFactor,
  type Proof,
  replaceCodes,
} from "#app/db/accounts/second-factors.server.ts";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { checkCurrentPassword } from "./current-password.server.ts";

/** Of the step between password and code. */
const TICKET_SECONDS = 600;
/** Codes that may be tried for an account; right ones do not count. */
const TRIES = { limit: 5, windowSeconds: 15 * 60 };
const CODES = 10;
/** 80 bits as 16 letters: as good as a token. */
const CODE_BYTES = 10;

/** What log-ins of a user ask for. */
export interface SecondFactorState {
  isOn: boolean;
  codesLeft: number;
  /** While it is being set up: what the app is given. */
  setUp: { secret: string; address: string; code: QrCode } | null;
}

export async function secondFactorState(
  deps: Deps,
  {
    user,
    found,
  }: { user: { email: string }; found: { totpSeed: string; confirmedAt: number | null; codesLeft: number } | null },
): Promise<SecondFactorState> {
  if (found === null) return { isOn: false, codesLeft: 0, setUp: null };
  if (found.confirmedAt !== null) return { isOn: true, codesLeft: found.codesLeft, setUp: null };
  const secret = await secretOf(deps, found.totpSeed);
  const address = totpAddress(secret, { issuer: PRODUCT_NAME, account: user.email });
  return { isOn: false, codesLeft: 0, setUp: { secret: base32(secret), address, code: drawQrCode(address) } };
}

type CheckedPassword = Exclude<Awaited<ReturnType<typeof checkCurrentPassword>>, { kind: "right" }>;

/** Makes a new secret, after the password: an open session alone must not lock its owner out. */
export async function beginSetUp(
  deps: Deps,
  { user, password }: { user: { id: number }; password: string },
): Promise<{ kind: "begun" } | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  await beginSecondFactor(deps.db, { userId: user.id, totpSeed: deps.newId(), now: deps.now() });
  return { kind: "begun" };
}

/** Turns it on, by the first code. The recovery codes are told this once. */
export async function confirmSetUp(
  deps: Deps,
  { user, code }: { user: { id: number }; code: string },
): Promise<{ kind: "on"; codes: string[] } | Refused<"wrong-code"> | TooMany> {
  const found = await findSecondFactor(deps.db, user.id);
  if (found === null || found.confirmedAt !== null) return refused("wrong-code");
  const tried = await countTry(deps, user.id);
  if (tried !== null) return tried;
  const step = await stepOf(deps, { totpSeed: found.totpSeed, code });
  if (step === null) return refused("wrong-code");
  const { codes, codeHashes } = await makeCodes(user.id);
  const { totpSeed } = found;
  if (!(await confirmSecondFactor(deps.db, { userId: user.id, totpSeed, step, codeHashes, now: deps.now() })))
    return refused("wrong-code");
  await forgetTry(deps, user.id);
  return { kind: "on", codes };
}

/** Other recovery codes, after a code. */
export async function renewCodes(
  deps: Deps,
  { user, code }: { user: { id: number }; code: string },
): Promise<{ kind: "renewed"; codes: string[] } | Refused<"wrong-code"> | TooMany> {
  const proven = await proofOf(deps, { userId: user.id, code });
  if (proven.kind !== "proof") return proven;
  const { codes, codeHashes } = await makeCodes(user.id);
  if (!(await replaceCodes(deps.db, { userId: user.id, proof: proven.proof, codeHashes })))
    return refused("wrong-code");
  await forgetTry(deps, user.id);
  return { kind: "renewed", codes };
}

/** Turns it off, after password and code. */
export async function turnOff(
  deps: Deps,
  { user, password, code }: { user: { id: number }; password: string; code: string },
): Promise<{ kind: "off" } | Refused<"wrong-code"> | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  const proven = await proofOf(deps, { userId: user.id, code });
  if (proven.kind !== "proof") return proven;
  if (!(await endSecondFactor(deps.db, { userId: user.id, proof: proven.proof }))) return refused("wrong-code");
  await forgetTry(deps, user.id);
  return { kind: "off" };
}

/**
 * What a code proves: counted as a try, which {@link forgetTry} takes back once the proof was taken. Whether it is taken,
 * the statement that takes it tells.
 */
export async function proofOf(
  deps: Deps,
  { userId, code }: { userId: number; code: string },
): Promise<{ kind: "proof"; proof: Proof } | Refused<"wrong-code"> | TooMany> {
  const tried = await countTry(deps, userId);
  if (tried !== null) return tried;
  const plain = code
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
  if (!/^\d{6}$/.test(plain)) {
    const codeHash = await hashOf(userId, plain);
    return { kind: "proof", proof: { kind: "recovery", codeHash, now: deps.now() } };
  }
  const found = await findSecondFactor(deps.db, userId);
  const step = found === null ? null : await stepOf(deps, { totpSeed: found.totpSeed, code: plain });
  return step === null ? refused("wrong-code") : { kind: "proof", proof: { kind: "step", step } };
}

const permitOf = (userId: number) => ({ key: `second-factor:${userId}`, ...TRIES });

/** Counts a code or a passkey as a try at the second factor; {@link forgetTry} takes it back. */
export async function countTry(deps: Deps, userId: number): Promise<TooMany | null> {
  const exceeded = await takePermits(deps.db, { permits: [permitOf(userId)], now: deps.machineNow() });
  return exceeded === null ? null : tooMany(exceeded);
}

export async function forgetTry(deps: Deps, userId: number): Promise<void> {
  await returnPermits(deps.db, { permits: [permitOf(userId)], now: deps.machineNow() });
}

/** What leads from the right password to the step of the code: bound to the password, and stored nowhere. */
export async function issueTicket(
  deps: Deps,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<string> {
  const until = deps.now() + TICKET_SECONDS;
  return `${userId}.${until}.${await markOf(deps, { userId, until, passwordHash })}`;
}

/** The user of a ticket that holds, by the password as it is now. */
export async function readTicket(
  deps: Deps,
  { ticket, findHash }: { ticket: string; findHash(userId: number): Promise<string | null> },
): Promise<{ userId: number; passwordHash: string } | null> {
  const [, user, end, mark] = /^(\d{1,15})\.(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  const [userId, until] = [Number(user), Number(end)];
  if (mark === undefined || until <= deps.now()) return null;
  const passwordHash = await findHash(userId);
  if (passwordHash === null) return null;
  return (await markOf(deps, { userId, until, passwordHash })) === mark ? { userId, passwordHash } : null;
}

function markOf(
  { config }: Deps,
  { userId, until, passwordHash }: { userId: number; until: number; passwordHash: string },
): Promise<string> {
  return hmacBase64Url(config.sessionSecret, `second-factor:${userId}:${until}:${passwordHash}`);
}

const secretOf = ({ config }: Deps, totpSeed: string) => totpSecret(config.sessionSecret, `user:${totpSeed}`);

/** By the real time, as the app on the phone has no other. */
async function stepOf(deps: Deps, { totpSeed, code }: { totpSeed: string; code: string }): Promise<number | null> {
  return findTotpStep(await secretOf(deps, totpSeed), { code, now: Math.floor(Date.now() / 1000) });
}

async function makeCodes(userId: number): Promise<{ codes: string[]; codeHashes: string[] }> {
  const plain = Array.from({ length: CODES }, () => base32(crypto.getRandomValues(new Uint8Array(CODE_BYTES))));
  return {
    codes: plain.map((code) => (code.match(/.{4}/g) ?? []).join("-")),
    codeHashes: await Promise.all(plain.map((code) => hashOf(userId, code))),
  };
}

const hashOf = (userId: number, code: string) => sha256Hex(`recovery:${userId}:${code}`);
