import { consumeBudget, readOwnLimits, setOwnLimit, withdrawRaise } from "#app/db/accounts/own-limits.server.ts";
import { startPause } from "#app/db/analyses/analysis-days.server.ts";
import type { OwnLimitKind } from "#app/domain/own-limits.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay, japanMonth, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** pauseEndsAt: unix seconds; null: none. */
export async function read(deps: Deps, { user }: { user: PlanHolder }) {
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

/** `amount` null: none. A raise takes a day. */
export async function set(
  deps: Deps,
  { user, ...limit }: { user: PlanHolder; kind: OwnLimitKind; amount: number | null },
): Promise<{ kind: "set" }> {
  await setOwnLimit(deps.db, { userId: user.id, ...limit, now: deps.now() });
  return { kind: "set" };
}

export async function withdraw(
  deps: Deps,
  { user, kind }: { user: PlanHolder; kind: OwnLimitKind },
): Promise<{ kind: "withdrawn" }> {
  await withdrawRaise(deps.db, { userId: user.id, kind, now: deps.now() });
  return { kind: "withdrawn" };
}

/** The rest of today and `days` whole days. shorter: a longer one has begun. */
export async function pause(
  deps: Deps,
  { user, days }: { user: PlanHolder; days: number },
): Promise<{ kind: "paused"; endsAt: number } | Refused<"shorter">> {
  const now = deps.now();
  const asked = startOfJapanDay(addDays(japanDay(now), days + 1));
  const endsAt = (await startPause(deps.db, { userId: user.id, endsAt: asked, now })) ?? asked;
  return endsAt > asked ? refused("shorter") : { kind: "paused", endsAt };
}

/** Without a limit nothing is stored. */
export async function budget(
  deps: Deps,
  { user, raceId, yen }: { user: PlanHolder; raceId: string; yen: number },
): Promise<{ kind: "allowed" } | (Refused<"own-budget"> & { limitYen: number; leftYen: number })> {
  const now = deps.now();
  const { limit, counted, others } = await consumeBudget(deps.db, {
    ...{ userId: user.id, raceId, yen },
    ...{ month: japanMonth(now), now },
  });
  // Counted yen may be typed again.
  if (limit === null || counted >= yen) return { kind: "allowed" };
  return { ...refused("own-budget"), limitYen: limit, leftYen: Math.max(counted, limit - others) };
}
