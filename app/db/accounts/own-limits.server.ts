import { and, eq, gt, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database, RowsOf } from "#app/db/database.server.ts";
import { excluded, existsIn, isLiving, ONE_ROW } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { ownBudgets, ownLimits, ownPauses } from "#app/db/schema/own-limits.server.ts";
import { type OwnLimit, type OwnLimitKind, RAISE_DELAY_SECONDS } from "#app/domain/own-limits.ts";

/** The raise, once its time has come. */
function amountAt(now: number | Placeholder): SQL<number | null> {
  return sql<
    number | null
  >`case when ${ownLimits.raiseAt} <= ${now} then ${ownLimits.raiseTo} else ${ownLimits.amount} end`;
}

interface LimitAt {
  userId: number;
  kind: OwnLimitKind;
  now: number;
}

type LimitOf = Pick<LimitAt, "kind"> & Record<"userId" | "now", number | Placeholder>;

function selectOwnLimit(db: Database, { userId, kind, now }: LimitOf) {
  return db
    .select({ amount: amountAt(now).as("amount") })
    .from(ownLimits)
    .where(and(eq(ownLimits.userId, userId), eq(ownLimits.kind, kind)));
}

export function ownLimitAt(db: Database, limit: LimitOf): SQL<number | null> {
  return sql<number | null>`(${selectOwnLimit(db, limit)})`;
}

export function isWithinOwnLimit(db: Database, { count, ...limit }: LimitOf & { count: SQL }): SQL {
  return sql`${count} <= coalesce(${ownLimitAt(db, limit)}, ${Number.MAX_SAFE_INTEGER})`;
}

export function isPausing({
  userId,
  now,
}: {
  userId: number | AnySQLiteColumn | Placeholder;
  now: number | Placeholder;
}): SQL {
  return existsIn(ownPauses, and(sql`${ownPauses.userId} = ${userId}`, gt(ownPauses.endsAt, now)));
}

export function ownRefusalColumns(db: Database, { userId, now }: Record<"userId" | "now", number | Placeholder>) {
  return {
    isPausing: isPausing({ userId, now }).mapWith(Boolean).as("is_pausing"),
    ownPerMonth: ownLimitAt(db, { userId, kind: "analyses", now }).as("own_per_month"),
  };
}

/** A lower limit applies at once, a higher one (or none) after a day. A repeated raise keeps its time. */
export async function setOwnLimit(
  db: Database,
  { userId, kind, amount, now }: LimitAt & { amount: number | null },
): Promise<void> {
  const present = amountAt(now);
  const asked = excluded(ownLimits.amount);
  const isRaise = sql`${present} is not null and (${asked} is null or ${asked} > ${present})`;
  const isAsked = sql`${ownLimits.raiseAt} > ${now} and (${ownLimits.raiseTo} is null or ${asked} <= ${ownLimits.raiseTo})`;
  const raiseAt = sql`case when ${isAsked} then ${ownLimits.raiseAt} else ${now + RAISE_DELAY_SECONDS} end`;
  const source = { from: users, where: isLiving(userId) };
  await insertWhere(db, ownLimits, { userId: users.id, kind, amount }, source).onConflictDoUpdate({
    target: [ownLimits.userId, ownLimits.kind],
    set: {
      amount: sql`case when ${isRaise} then ${present} else ${asked} end`,
      raiseTo: sql`case when ${isRaise} then ${asked} end`,
      raiseAt: sql`case when ${isRaise} then ${raiseAt} end`,
    },
  });
}

/** Idempotent. */
export async function withdrawRaise(db: Database, { userId, kind, now }: LimitAt): Promise<void> {
  await db
    .update(ownLimits)
    .set({ raiseTo: null, raiseAt: null })
    .where(and(eq(ownLimits.userId, userId), eq(ownLimits.kind, kind), gt(ownLimits.raiseAt, now)));
}

interface Budget {
  userId: number;
  month: string;
  raceId: SQL | string;
}

/** Yen of the month by the own limit: other races, and this one. A race counts its largest amount. */
export function countedYen(db: Database, { userId, month, raceId }: Budget) {
  const sumOf = (yen: SQL, where: SQL | undefined) =>
    sql<number>`coalesce((${db
      .select({ yen: yen.as("yen") })
      .from(ownBudgets)
      .where(and(eq(ownBudgets.userId, userId), where))}), 0)`;
  return {
    others: sumOf(
      sql`sum(${ownBudgets.yen})`,
      and(eq(ownBudgets.month, month), sql`${ownBudgets.raceId} <> ${raceId}`),
    ),
    counted: sumOf(sql`max(${ownBudgets.yen})`, sql`${ownBudgets.raceId} = ${raceId}`),
  };
}

/** Keeps a larger amount of the race. */
export function insertBudget(
  db: Database,
  { userId, month, raceId, yen, now }: Budget & { yen: SQL | number; now: number },
  source: Parameters<typeof insertWhere>[3],
) {
  const row = { userId, month, raceId: sql`${raceId}`, yen, typedAt: now };
  return insertWhere(db, ownBudgets, row, source).onConflictDoUpdate({
    target: [ownBudgets.userId, ownBudgets.month, ownBudgets.raceId],
    set: { yen: excluded(ownBudgets.yen), typedAt: excluded(ownBudgets.typedAt) },
    setWhere: sql`${excluded(ownBudgets.yen)} > ${ownBudgets.yen}`,
  });
}

/** One guarded statement; without a limit nothing is stored. */
export async function consumeBudget(db: Database, budget: Budget & { yen: number; now: number }) {
  const { userId, yen, now } = budget;
  const limit = ownLimitAt(db, { userId, kind: "budget", now });
  const { others, counted } = countedYen(db, budget);
  const where = and(isLiving(userId), sql`${counted} < ${yen}`, sql`${others} + ${yen} <= ${limit}`);
  const [, [outcome]] = await db.batch([
    insertBudget(db, budget, { from: users, where }),
    db
      .select({
        limit: limit.as("own_limit"),
        counted: counted.as("counted"),
        others: others.as("others"),
      })
      .from(ONE_ROW),
  ]);
  if (outcome === undefined) throw new Error("the batch that counts a budget gave no outcome");
  return outcome;
}

interface OwnLimitsQuery {
  userId: number;
  month: string;
  now: number;
}

interface OwnLimits {
  limits: OwnLimit[];
  pauseEndsAt: number | null;
  used: Record<OwnLimitKind, number>;
}

export async function readOwnLimits(db: Database, query: OwnLimitsQuery): Promise<OwnLimits> {
  return toOwnLimits(await db.batch(selectOwnLimits(db, query)), query);
}

export function selectOwnLimits(db: Database, { userId, month, now }: OwnLimitsQuery) {
  return [
    db
      .select({
        kind: ownLimits.kind,
        amount: amountAt(now).as("in_force"),
        raiseTo: ownLimits.raiseTo,
        raiseAt: ownLimits.raiseAt,
      })
      .from(ownLimits)
      .where(eq(ownLimits.userId, userId)),
    db
      .select({ endsAt: ownPauses.endsAt })
      .from(ownPauses)
      .where(and(eq(ownPauses.userId, userId), gt(ownPauses.endsAt, now))),
    db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(usage)
      .where(
        and(eq(usage.userId, userId), eq(usage.kind, "analysis"), eq(usage.month, month), isNull(usage.returnedAt)),
      ),
    db
      .select({ yen: sql<number>`coalesce(sum(${ownBudgets.yen}), 0)`.as("yen") })
      .from(ownBudgets)
      .where(and(eq(ownBudgets.userId, userId), eq(ownBudgets.month, month))),
  ] as const;
}

export function toOwnLimits(
  [rows, pauses, analyses, budgets]: RowsOf<ReturnType<typeof selectOwnLimits>>,
  { now }: Pick<OwnLimitsQuery, "now">,
): OwnLimits {
  return {
    limits: rows.map(({ kind, amount, raiseTo, raiseAt }) => ({
      ...{ kind, amount },
      raise: raiseAt !== null && raiseAt > now ? { to: raiseTo, at: raiseAt } : null,
    })),
    pauseEndsAt: pauses[0]?.endsAt ?? null,
    used: { analyses: analyses[0]?.count ?? 0, budget: budgets[0]?.yen ?? 0 },
  };
}
