import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  or,
  type Placeholder,
  sql,
} from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, existsIn, publicName } from "#app/db/fragments.server.ts";
import { isOpenJob } from "#app/db/jobs/new-jobs.server.ts";
import { planChanges, users } from "#app/db/schema/accounts.server.ts";
import { ledgerDays, models, rankingBuilds, rankingEntries, settledBets } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { HIDDEN_MODEL_NAME, HIDDEN_USER_NAME } from "#app/domain/accounts/profile.ts";
import { isHeld as isHeldModel, ModelStatus } from "#app/domain/learning/model-status.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { CandidateModel } from "#app/domain/rankings/participation.ts";
import { readWireEntry, type WireEntry } from "#app/domain/rankings/rankings-file.ts";
import type { BetGroup } from "#app/domain/rankings/tally.ts";
import { hasRankedNum, isFlat, isHeld } from "./ledger-races.server.ts";

export type OwnEntryRecord = ReturnType<typeof toOwnEntryRecord>;

/** Unordered. @param of buildIds: JSON list */
export function selectOwnEntries(
  db: Database,
  { userId, buildIds }: { userId: number | Placeholder; buildIds: string | Placeholder },
) {
  return db
    .select(columnsOf(rankingEntries, "buildId", "rankingKey", "entry"))
    .from(rankingEntries)
    .where(
      and(
        eq(rankingEntries.userId, userId),
        inArray(rankingEntries.buildId, sql`(select value from json_each(${buildIds}))`),
      ),
    );
}

export function toOwnEntryRecord({ entry, ...row }: Awaited<ReturnType<typeof selectOwnEntries>>[number]) {
  return { ...row, entry: readWireEntry(JSON.parse(entry) as WireEntry) };
}

export type RankingState = Awaited<ReturnType<typeof readRankingState>>;
export type RankedDay = RankingState["days"][number];

/** As of one instant. Unix seconds. */
export async function readRankingState(db: Database, { to }: { to: string }) {
  const [days, open, builds, [ledger], [plans], deletedUsers] = await db.batch([
    selectRankedDays(db, { to }),
    db
      .selectDistinct({ date: sql<string>`d.value`.as("date") })
      .from(jobs)
      .innerJoin(sql`json_each(${jobs.payload}, '$.dates') d`, sql`true`)
      .where(and(eq(jobs.kind, "settle-bets"), isOpenJob)),
    db.select().from(rankingBuilds),
    db.select({ from: min(ledgerDays.date) }).from(ledgerDays),
    db.select({ firstAt: min(planChanges.effectiveAt) }).from(planChanges),
    db
      .select({ id: users.id })
      .from(users)
      .where(and(isNotNull(users.deletedAt), existsIn(rankingEntries, eq(rankingEntries.userId, users.id)))),
  ]);
  return {
    days,
    ledgerFrom: ledger?.from ?? null,
    firstPlanAt: plans?.firstAt ?? null,
    openDates: new Set(open.map(({ date }) => date)),
    builds,
    deletedUsers: deletedUsers.map(({ id }) => id),
  };
}

/** Not cancelled, from forty days before the ledger's first, ascending. */
function selectRankedDays(db: Database, { to }: { to: string }) {
  const fortyDaysBeforeLedger = db.select({ date: sql`date(min(${ledgerDays.date}), '-40 days')` }).from(ledgerDays);
  const isScheduled = eq(races.status, "scheduled");
  return db
    .select({
      date: races.date,
      /** Null: no race 6–12. */
      dataVersion: sql<number | null>`max(case when ${hasRankedNum} then ${races.dataVersion} end)`.as(
        "newest_version",
      ),
      settledVersion: ledgerDays.dataVersion,
      revision: sql`coalesce(${ledgerDays.revision}, 0)`.mapWith(ledgerDays.revision).as("revision"),
      isBet: sql`max(${hasRankedNum} and ${isHeld} and ${isFlat})`.mapWith(Boolean).as("is_bet"),
      /** A race has no result yet. */
      isAwaited: sql`max(${hasRankedNum} and ${isScheduled} and ${isFlat})`.mapWith(Boolean).as("is_awaited"),
      /** An import is unfinished. */
      isPending: sql`max(${races.pendingImportId} is not null)`.mapWith(Boolean).as("is_pending"),
    })
    .from(races)
    .leftJoin(ledgerDays, eq(ledgerDays.date, races.date))
    .where(
      and(
        eq(races.venueType, VenueType.central),
        eq(races.hidden, false),
        lte(races.date, to),
        gte(races.date, fortyDaysBeforeLedger),
      ),
    )
    .groupBy(races.date)
    .having(sql`max(${isHeld}) = 1`)
    .orderBy(asc(races.date));
}

export interface Candidate extends CandidateModel {
  userId: number;
  modelName: string;
  userName: string;
  isOfDeletedUser: boolean;
  /** At the requested instant. */
  plan: number;
}

export type CandidatePlace = Pick<Candidate, "userId" | "createdAt" | "modelId">;

/** On plan 2–6 at an instant, grouped by user. The status is today's. */
export async function listCandidates(
  db: Database,
  { plansAt, heldAt, after, limit }: { plansAt: number; heldAt: number; after: CandidatePlace | null; limit: number },
): Promise<Candidate[]> {
  const planAt = db
    .select({ plan: planChanges.plan })
    .from(planChanges)
    .where(and(eq(planChanges.userId, models.userId), lte(planChanges.effectiveAt, plansAt)))
    .orderBy(desc(planChanges.effectiveAt), desc(planChanges.id))
    .limit(1);
  const plan = sql`${planAt}`.mapWith(planChanges.plan).as("plan_then");
  const rows = await db
    .select({
      modelId: models.id,
      userId: models.userId,
      modelName: publicName(models.name, HIDDEN_MODEL_NAME).as("model_name"),
      ...columnsOf(models, "venueType", "featureCount", "status", "createdAt", "completedAt"),
      userName: publicName(users.name, HIDDEN_USER_NAME).as("user_name"),
      leftAt: users.deletedAt,
      plan,
    })
    .from(models)
    .innerJoin(users, eq(users.id, models.userId))
    .where(
      and(
        sql`(${models.userId}, ${models.createdAt}, ${models.id})
          > (${after?.userId ?? 0}, ${after?.createdAt ?? 0}, ${after?.modelId ?? 0})`,
        or(isNull(models.deletedAt), gt(models.deletedAt, heldAt)),
        between(plan, Plan.starter, Plan.unlimited),
      ),
    )
    .orderBy(asc(models.userId), asc(models.createdAt), asc(models.id))
    .limit(limit);
  return rows.map(({ status, completedAt, leftAt, ...row }) => ({
    ...row,
    isHeld: isHeldModel(status),
    completedAt: status === ModelStatus.complete ? completedAt : null,
    isOfDeletedUser: leftAt !== null,
  }));
}

/** Equal bets and results are one row: hundreds for tens of thousands. */
export async function listBetGroups(
  db: Database,
  { date, fromModelId, toModelId }: { date: string; fromModelId: number; toModelId: number },
): Promise<BetGroup[]> {
  const { raceId, winStakeYen, winPayoutYen, winHits, placeStakeYen, placePayoutYen, placeHits } = settledBets;
  const { quinellaStakeYen, quinellaPayoutYen, quinellaHits } = settledBets;
  const sums = {
    ...{ winStakeYen, winPayoutYen, winHits, placeStakeYen, placePayoutYen, placeHits },
    ...{ quinellaStakeYen, quinellaPayoutYen, quinellaHits },
  };
  const rows = await db
    .select({ raceId, ...sums, modelIds: sql<string>`group_concat(${settledBets.modelId})`.as("model_ids") })
    .from(settledBets)
    .where(and(eq(settledBets.date, date), between(settledBets.modelId, fromModelId, toModelId)))
    .groupBy(raceId, ...Object.values(sums));
  return rows.map((row) => ({
    raceId: row.raceId,
    bets: {
      win: { stakeYen: row.winStakeYen, payoutYen: row.winPayoutYen, hits: row.winHits },
      place: { stakeYen: row.placeStakeYen, payoutYen: row.placePayoutYen, hits: row.placeHits },
      quinella: { stakeYen: row.quinellaStakeYen, payoutYen: row.quinellaPayoutYen, hits: row.quinellaHits },
    },
    modelIds: row.modelIds.split(",").map(Number),
  }));
}
