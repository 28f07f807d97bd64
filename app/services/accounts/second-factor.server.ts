import { drawQrCode, type QrCode } from "#app/adapters/second-factor/qr-code.server.ts";
import { base32, findTotpStep, totpAddress, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { hmacBase64Url, isHmacBase64Url } from "#app/adapters/session-token.server.ts";
import { consumePermits, returnPermits } from "#app/db/accounts/rate-limits.server.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  consumeProof,
  endSecondFactor,
  type FactorMail,
  type FoundFactor,
  findSecondFactor,
  replaceCodes,
  type SecondFactorProof,
} from "#app/db/accounts/second-factors.server.ts";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import { type AuthEvent, logAuth } from "./auth-log.server.ts";
import { type CheckedPassword, checkCurrentPassword } from "./current-password.server.ts";
import { readSession } from "./sessions.server.ts";

const TICKET_SECONDS = 600;
/** Right codes do not count. */
const TRIES = { limit: 5, windowSeconds: 15 * 60 };
const SET_UP_SECONDS = 15 * 60;
const CODES = 10;
/** 120 bits: from 112 on a plain hash is enough. */
const CODE_BYTES = 15;

export interface SecondFactorState {
  isOn: boolean;
  codesLeft: number;
  /** During set-up. */
  setUp: { secret: string; address: string; code: QrCode } | null;
}

/** @param sessionId only this session sees the secret of its set-up */
export async function secondFactorState(
  deps: Deps,
  { user, sessionId, found }: { user: { email: string }; sessionId: string | null; found: FoundFactor | null },
): Promise<SecondFactorState> {
  if (found === null) return { isOn: false, codesLeft: 0, setUp: null };
  if (found.confirmedAt !== null) return { isOn: true, codesLeft: found.codesLeft, setUp: null };
  if (!isOpenSetUp(deps, { found, sessionId })) return { isOn: false, codesLeft: 0, setUp: null };
  const secret = await secretOf(deps, found.totpSeed);
  const address = totpAddress(secret, { issuer: PRODUCT_NAME, account: user.email });
  return { isOn: false, codesLeft: 0, setUp: { secret: base32(secret), address, code: drawQrCode(address) } };
}

function isOpenSetUp(deps: Deps, { found, sessionId }: { found: FoundFactor; sessionId: string | null }): boolean {
  return sessionId !== null && found.sessionId === sessionId && found.createdAt > setUpsEnd(deps);
}

const setUpsEnd = ({ now }: Deps) => now() - SET_UP_SECONDS;

/** Requires the password: an open session alone must not lock its owner out. */
export async function beginSetUp(
  deps: Deps,
  { user, token, password }: { user: { id: number }; token: string; password: string },
): Promise<{ kind: "begun" } | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  const sessionId = (await readSession(deps, { token }))?.sessionId ?? null;
  await beginSecondFactor(deps.db, { userId: user.id, totpSeed: deps.newId(), sessionId, now: deps.now() });
  return { kind: "begun" };
}

/** Returns the recovery codes once. @returns late: expired, or another session's set-up */
export async function confirmSetUp(
  deps: Deps,
  { user, token, password, code }: { user: { id: number }; token: string; password: string; code: string },
): Promise<{ kind: "on"; codes: string[] } | Refused<"wrong-code" | "late"> | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  const [found, session] = [await findSecondFactor(deps.db, user.id), await readSession(deps, { token })];
  if (found !== null && found.confirmedAt !== null) return refused("wrong-code");
  if (found === null || session === null || !isOpenSetUp(deps, { found, ...session })) return refused("late");
  const { totpSeed } = found;
  const { codes, codeHashes } = await makeCodes(user.id);
  const mail = planFactorMail(deps);
  const of = { userId: user.id, totpSeed, sessionId: session.sessionId, begunAfter: setUpsEnd(deps), codeHashes, mail };
  const proven = await tryFactor(deps, {
    ...{ userId: user.id, act: "confirm", factor: "code", reason: "wrong-code" },
    find: () => stepOf(deps, { totpSeed, code }),
    take: (step) => confirmSecondFactor(deps.db, { ...of, step }),
  });
  if (proven.kind !== "proven") return proven;
  await wakeFactorMail(deps, mail);
  return { kind: "on", codes };
}

/** Requires password and code. */
export async function renewCodes(
  deps: Deps,
  { user, password, code }: { user: { id: number }; password: string; code: string },
): Promise<{ kind: "renewed"; codes: string[] } | Refused<"wrong-code"> | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  const { codes, codeHashes } = await makeCodes(user.id);
  const mail = planFactorMail(deps);
  const proven = await tryCode(deps, { userId: user.id, code, act: "confirm" }, (proof) =>
    replaceCodes(deps.db, { userId: user.id, proof, codeHashes, mail }),
  );
  if (proven.kind !== "proven") return proven;
  await wakeFactorMail(deps, mail);
  return { kind: "renewed", codes };
}

/** Requires password and code. */
export async function turnOff(
  deps: Deps,
  { user, password, code }: { user: { id: number }; password: string; code: string },
): Promise<{ kind: "off" } | Refused<"wrong-code"> | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  const mail = planFactorMail(deps);
  const proven = await tryCode(deps, { userId: user.id, code, act: "confirm" }, (proof) =>
    endSecondFactor(deps.db, { userId: user.id, proof, mail }),
  );
  if (proven.kind !== "proven") return proven;
  await wakeFactorMail(deps, mail);
  return { kind: "off" };
}

/** Consumes the code. Accounts without a factor need none. @returns no-code: required and missing */
export async function requireFactor(
  deps: Deps,
  { userId, code = "" }: { userId: number; code?: string | undefined },
): Promise<{ kind: "right" } | Refused<"no-code" | "wrong-code"> | TooMany> {
  const found = await findSecondFactor(deps.db, userId);
  if (found === null || found.confirmedAt === null) return { kind: "right" };
  if (code.trim() === "") return refused("no-code");
  const proven = await tryCode(deps, { userId, code, act: "confirm" }, (proof) =>
    consumeProof(deps.db, { userId, proof }),
  );
  return proven.kind === "proven" ? { kind: "right" } : proven;
}

/** @param take consumes the proof; null or false if it was used */
export async function tryCode<Taken>(
  deps: Deps,
  { userId, code, act }: { userId: number; code: string; act: AuthEvent["act"] },
  take: (proof: SecondFactorProof) => Promise<Taken>,
): Promise<{ kind: "proven"; taken: Exclude<Taken, null | false> } | Refused<"wrong-code"> | TooMany> {
  const plain = code
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
  const isOfApp = /^\d{6}$/.test(plain);
  return tryFactor(deps, {
    ...{ userId, act, factor: isOfApp ? "code" : "recovery-code", reason: "wrong-code", take },
    find: async (): Promise<SecondFactorProof | null> => {
      if (!isOfApp) return { kind: "recovery", codeHash: await hashOf(userId, plain), now: deps.now() };
      const found = await findSecondFactor(deps.db, userId);
      const step = found === null ? null : await stepOf(deps, { totpSeed: found.totpSeed, code: plain });
      return step === null ? null : { kind: "step", step };
    },
  });
}

/** Counts before checking, undoes right ones, and logs. Codes and passkeys count together. */
export async function tryFactor<Found, Taken, Reason extends string>(
  deps: Deps,
  {
    userId,
    reason,
    find,
    take,
    ...event
  }: Pick<AuthEvent, "act" | "factor"> & {
    userId: number;
    reason: Reason;
    /** Null: it proves nothing. */
    find(): Promise<Found | null>;
    take(found: Found): Promise<Taken>;
  },
): Promise<{ kind: "proven"; taken: Exclude<Taken, null | false> } | Refused<Reason> | TooMany> {
  const log = (outcome: AuthEvent["outcome"]) => logAuth(deps, { ...event, outcome, account: { userId } });
  const permits = [{ key: secondFactorKey(userId), ...TRIES }];
  const now = deps.machineNow();
  const exceeded = await consumePermits(deps.db, { permits, now });
  if (exceeded !== null) {
    await log("limited");
    return tooMany(exceeded);
  }
  const found = await find();
  const taken = found === null ? null : await take(found);
  if (taken === null || taken === false) {
    await log("failure");
    return refused(reason);
  }
  await returnPermits(deps.db, { permits, now });
  await log("success");
  return { kind: "proven", taken: taken as Exclude<Taken, null | false> };
}

export function secondFactorKey(userId: number): string {
  return `second-factor:${userId}`;
}

/** Bound to the password, stored nowhere. */
export async function issueTicket(
  deps: Deps,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<string> {
  const until = deps.now() + TICKET_SECONDS;
  const mark = await hmacBase64Url(deps.config.sessionSecret, textOfTicket({ userId, until, passwordHash }));
  return `${userId}.${until}.${mark}`;
}

/** Null unless valid for the present password. */
export async function readTicket(
  deps: Deps,
  { ticket, findHash }: { ticket: string; findHash(userId: number): Promise<string | null> },
): Promise<{ userId: number; passwordHash: string } | null> {
  const [, user, end, mark] = /^(\d{1,15})\.(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  const [userId, until] = [Number(user), Number(end)];
  if (mark === undefined || until <= deps.now()) return null;
  const passwordHash = await findHash(userId);
  if (passwordHash === null) return null;
  const isGenuine = await isHmacBase64Url(
    deps.config.sessionSecret,
    textOfTicket({ userId, until, passwordHash }),
    mark,
  );
  return isGenuine ? { userId, passwordHash } : null;
}

interface Ticket {
  userId: number;
  until: number;
  passwordHash: string;
}

function textOfTicket({ userId, until, passwordHash }: Ticket): string {
  return `second-factor:${userId}:${until}:${passwordHash}`;
}

const secretOf = ({ config }: Deps, totpSeed: string) => totpSecret(config.sessionSecret, `user:${totpSeed}`);

/** Real time, as on the phone. */
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

/** Queued by the transaction of the change. */
export function planFactorMail(deps: Deps): FactorMail {
  return { jobId: deps.newId(), now: deps.now() };
}

export async function wakeFactorMail(deps: Deps, { jobId }: FactorMail): Promise<void> {
  await wakeJob(deps, { id: jobId, kind: "send-mail" });
}
