import { type Permit, returnPermits } from "#app/db/accounts/rate-limits.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { mailReceiverPermit, mailUserPermit, resetMailPaceKey } from "#app/services/mail/mail-permits.server.ts";
import { accountFailuresKey } from "./auth.server.ts";
import { currentPasswordKey } from "./current-password.server.ts";
import { consumePermitsAtDoor } from "./flood-limits.server.ts";
import { secondFactorKey } from "./second-factor.server.ts";

/** Per user. Stripe limits the site as a whole. */
const CALLS = {
  models: { limit: 300, windowSeconds: 60 },
  analyze: { limit: 300, windowSeconds: 60 },
  plans: { limit: 30, windowSeconds: 60 },
  profile: { limit: 30, windowSeconds: 60 },
  fans: { limit: 120, windowSeconds: 60 },
  leagues: { limit: 30, windowSeconds: 60 },
  devices: { limit: 30, windowSeconds: 60 },
  calendar: { limit: 30, windowSeconds: 60 },
};

/** Per address. */
const PUBLIC_CALLS = {
  "share-analysis": { limit: 60, windowSeconds: 60 },
  "share-image": { limit: 60, windowSeconds: 60 },
  verify: { limit: 120, windowSeconds: 60 },
  report: { limit: 10, windowSeconds: 3600 },
};

/** Per address. */
const WRONG_CODES = { limit: 50, windowSeconds: 3600 };

/** Refused calls are not counted. */
export async function consumeCall(
  deps: Deps,
  { user, door }: { user: PlanHolder; door: keyof typeof CALLS },
): Promise<{ kind: "allowed" } | TooMany> {
  const permit = { key: callKey(door, user.id), ...CALLS[door] };
  const exceeded = await consumePermitsAtDoor(deps, { flood: "calls", permits: [permit], now: deps.machineNow() });
  return exceeded === null ? { kind: "allowed" } : tooMany(exceeded);
}

function callKey(door: string, userId: number): string {
  return `api:${door}:user:${userId}`;
}

/** For the deletion of an account, with present and former mail addresses. */
export async function limitKeysOf({
  userId,
  emails,
}: {
  userId: number;
  emails: readonly string[];
}): Promise<string[]> {
  const ofAddresses = emails.map(async (email) => [
    await accountFailuresKey(email),
    (await mailReceiverPermit(email)).key,
    await resetMailPaceKey(email),
  ]);
  return [
    ...Object.keys(CALLS).map((door) => callKey(door, userId)),
    currentPasswordKey(userId),
    secondFactorKey(userId),
    mailUserPermit(userId).key,
    ...(await Promise.all(ofAddresses)).flat(),
  ];
}

/** Refused calls are not counted. */
export async function consumePublicCall(
  deps: Deps,
  { clientAddress, door }: { clientAddress: string; door: keyof typeof PUBLIC_CALLS },
): Promise<{ kind: "allowed" } | TooMany> {
  const permit = { key: `${door}:address:${await sha256Hex(clientAddress)}`, ...PUBLIC_CALLS[door] };
  const exceeded = await consumePermitsAtDoor(deps, { flood: "calls", permits: [permit], now: deps.machineNow() });
  return exceeded === null ? { kind: "allowed" } : tooMany(exceeded);
}

/** Counted before the check, so that concurrent tries cannot bypass it; {@link returnCodeTry} undoes it. */
export async function consumeCodeTry(
  deps: Deps,
  { clientAddress }: { clientAddress: string },
): Promise<{ kind: "allowed"; takenAt: number } | TooMany> {
  const takenAt = deps.machineNow();
  const permits = [await codePermit(clientAddress)];
  const exceeded = await consumePermitsAtDoor(deps, { flood: "doors", permits, now: takenAt });
  return exceeded === null ? { kind: "allowed", takenAt } : tooMany(exceeded);
}

export async function returnCodeTry(
  deps: Deps,
  { clientAddress, takenAt }: { clientAddress: string; takenAt: number },
): Promise<void> {
  await returnPermits(deps.db, { permits: [await codePermit(clientAddress)], now: takenAt });
}

async function codePermit(clientAddress: string): Promise<Permit> {
  return { key: `code:address:${await sha256Hex(clientAddress)}`, ...WRONG_CODES };
}
