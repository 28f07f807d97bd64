import { consumePermits, type Permit, returnPermits } from "#app/db/accounts/rate-limits.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Per user. Stripe limits the site as a whole. */
export const CALLS = {
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
  return await consumeOne(deps, { key: callKey(door, user.id), ...CALLS[door] });
}

export function callKey(door: string, userId: number): string {
  return `api:${door}:user:${userId}`;
}

/** Refused calls are not counted. */
export async function consumePublicCall(
  deps: Deps,
  { clientAddress, door }: { clientAddress: string; door: keyof typeof PUBLIC_CALLS },
): Promise<{ kind: "allowed" } | TooMany> {
  return await consumeOne(deps, { key: `${door}:address:${await sha256Hex(clientAddress)}`, ...PUBLIC_CALLS[door] });
}

async function consumeOne(deps: Deps, permit: Permit): Promise<{ kind: "allowed" } | TooMany> {
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

/** Slow addresses down but block none: an address's first try is always checked. */
const FREE_FAILURES = 10;
const SLOWEST_SECONDS = 60;

/** 2, 4, 8 … seconds. */
export function secondsBetweenTries(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(SLOWEST_SECONDS, 2 ** Math.floor(failures / FREE_FAILURES));
}

/** Personal data only as a hash. */
export async function accountFailuresKey(normalizedEmail: string): Promise<string> {
  return `log-in:account:${await sha256Hex(normalizedEmail)}`;
}

/** As in wrangler.toml. The platform does not say when one ends. */
const WINDOW_SECONDS = 60;

/** The platform refuses floods before D1 is asked; permits are exact. doors: log-ins, mails, codes; calls: the rest. */
export async function consumePermitsAtDoor(
  deps: Deps,
  { flood, permits, now }: { flood: keyof Deps["floodLimits"]; permits: readonly Permit[]; now: number },
): Promise<{ key: string; retryAfterSeconds: number } | null> {
  const limiter = deps.floodLimits[flood];
  if (limiter !== null) {
    const outcomes = await Promise.all(permits.map(({ key }) => limiter.limit({ key })));
    const flooded = permits.find((_, position) => outcomes[position]?.success === false);
    if (flooded !== undefined) return { key: flooded.key, retryAfterSeconds: WINDOW_SECONDS };
  }
  return consumePermits(deps.db, { permits, now });
}
