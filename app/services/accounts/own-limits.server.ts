import { consumeBudget, readOwnLimits, setOwnLimit, withdrawRaise } from "#app/db/accounts/own-limits.server.ts";
import { startPause } from "#app/db/analyses/analysis-days.server.ts";
import type { OwnLimit, OwnLimitKind } from "#app/domain/own-limits.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay, japanMonth, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** A user's own limits and pause, with what of this month counts. One round trip. */
export async function read(
  deps: Deps,
  { user }: { user: PlanHolder },
): Promise<{
  limits: Record<OwnLimitKind, OwnLimit & { used: number }>;
  /** When the pause ends, unix seconds; null: none. */
  pauseEndsAt: number | null;
}> {
  const now = deps.now();
  const found = await readOwnLimits(deps.db, { userId: user.id, month: japanMonth(now), now });
  const limitOf = (kind: OwnLimitKind) => ({
    ...(found.limits.find((limit) => limit.kind === kind) ?? { kind, amount: null, raise: null }),
    used: found.used[kind],
  });
  return {
    limits: { analyses: limitOf("analyses"), budget: limitOf("budget") },
    pauseEndsAt: found.pauseEndsAt,
  };
}

/** Sets a limit of a month, or none (`amount` null): at once if it is lower, else a day later. */
export async function set(
  deps: Deps,
  { user, ...limit }: { user: PlanHolder; kind: OwnLimitKind; amount: number | null },
): Promise<{ kind: "set" }> {
  await setOwnLimit(deps.db, { userId: user.id, ...limit, now: deps.now() });
  return { kind: "set" };
}

/** Withdraws a raise that has not come yet. */
export async function withdraw(
  deps: Deps,
  { user, kind }: { user: PlanHolder; kind: OwnLimitKind },
): Promise<{ kind: "withdrawn" }> {
  await withdrawRaise(deps.db, { userId: user.id, kind, now: deps.now() });
  return { kind: "withdrawn" };
}

/**
 * Begins a pause: the rest of today and `days` whole days in Japan, which nothing makes shorter. What is not made of
 * confirmed days ends, and its uses are given back. shorter: one that ends later has begun.
 */
export async function pause(
  deps: Deps,
  { user, days }: { user: PlanHolder; days: number },
): Promise<{ kind: "paused"; endsAt: number } | Refused<"shorter">> {
  const now = deps.now();
  const asked = startOfJapanDay(addDays(japanDay(now), days + 1));
  const endsAt = (await startPause(deps.db, { userId: user.id, endsAt: asked, now })) ?? asked;
  return endsAt > asked ? refused("shorter") : { kind: "paused", endsAt };
}

/**
 * Counts a budget typed for a race against the user's limit; without one it is allowed and not kept. Refused with the
 * limit and the yen that are left for this race, of which some may be counted already.
 */
export async function budget(
  deps: Deps,
  { user, raceId, yen }: { user: PlanHolder; raceId: string; yen: number },
): Promise<{ kind: "allowed" } | (Refused<"own-budget"> & { limitYen: number; leftYen: number })> {
  const now = deps.now();
  const { limit, counted, others } = await consumeBudget(deps.db, {
    ...{ userId: user.id, raceId, yen },
    ...{ month: japanMonth(now), now },
  });
  // What is counted of this race may be typed again, also after the limit was lowered.
  if (limit === null || (counted !== null && counted >= yen)) return { kind: "allowed" };
  return { ...refused("own-budget"), limitYen: limit, leftYen: Math.max(counted ?? 0, limit - others, 0) };
}
