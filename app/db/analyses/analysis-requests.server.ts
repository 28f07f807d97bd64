import { and, eq, exists, gt, isNull, lt, ne, not, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { isPausing, isWithinOwnLimit, ownRefusalColumns } from "#app/db/accounts/own-limits.server.ts";
import { bookSubject, type UsageBooking } from "#app/db/accounts/usage.server.ts";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { columnsOf, existsIn, ONE_ROW } from "#app/db/fragments.server.ts";
import { isOwnComplete } from "#app/db/models/models.server.ts";
import { namedRaceId } from "#app/db/racing/race-identities.server.ts";
import { isVisibleRace, isWeighed, raceColumns, toRaceRecord } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { isHeld } from "#app/domain/learning/model-status.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { countAnalysisUses, countRunning, newAnalysisRow } from "./new-analyses.server.ts";
import { isOfPresentCard, isPendingOfDay, isStanding } from "./standing.server.ts";

export type RequestFacts = Awaited<ReturnType<typeof readRequestFacts>>;

const prepareFacts = prepareBatch((db) => [
  db
    .select({ ...raceColumns, areAllOut: areAllOut(db) })
    .from(races)
    .where(and(eq(races.raceId, namedRaceId(sql.placeholder("raceId"))), isVisibleRace)),
  db
    .select({
      modelId: models.id,
      ...columnsOf(models, "venueType", "featureCount", "isWeight", "status", "createdAt"),
    })
    .from(models)
    .where(and(eq(models.userId, sql.placeholder("userId")), isNull(models.deletedAt))),
]);

/** One round trip. Race null: unknown or invisible. */
export async function readRequestFacts(db: Database, request: { userId: number; raceId: string }) {
  const [found, own] = await prepareFacts(db, request);
  const [race] = found;
  return {
    race: race === undefined ? null : { ...toRaceRecord(race), areAllOut: race.areAllOut },
    models: own.map((model) => ({ ...model, isHeld: isHeld(model.status) })),
  };
}

function areAllOut(db: Database) {
  const ofRace = (status?: SQL) =>
    db
      .select({ horseNum: runners.horseNum })
      .from(runners)
      .where(and(eq(runners.raceId, races.raceId), status));
  const starts = notInArray(runners.status, ["scratched", "excluded"]);
  return sql`${exists(ofRace())} and ${notExists(ofRace(starts))}`.mapWith(Boolean).as("are_all_out");
}

interface AnalysisInsertLimits {
  perDay: number | null;
  atOnce: number;
  perMonth: number | null;
  perLifetime: number | null;
}

interface AnalysisRequest {
  userId: number;
  modelId: number;
  raceId: string;
  limits: AnalysisInsertLimits;
  booking: UsageBooking;
  jobId: string;
}

const asked = {
  userId: sql<number>`${sql.placeholder("userId")}`,
  modelId: sql<number>`${sql.placeholder("modelId")}`,
  raceId: sql<string>`${sql.placeholder("raceId")}`,
  booking: {
    now: sql<number>`${sql.placeholder("now")}`,
    day: sql<string>`${sql.placeholder("day")}`,
    month: sql<string>`${sql.placeholder("month")}`,
    underFreeLimits: sql<boolean>`${sql.placeholder("underFreeLimits")}`,
  },
};

const prepareInsert = prepareBatch((db) => {
  const counts = countUses(db);
  const standing = selectAsked(db, isStanding).as("standing");
  // Running without a use: just inserted.
  const running = selectAsked(db, eq(analyses.status, AnalysisStatus.running)).as("running");
  const job = { id: sql<string>`${sql.placeholder("jobId")}`, kind: "score-race" as const };
  const [insertJob, insertUse] = bookSubject(db, { ...asked, kind: "analysis", subject: running, job });
  return [
    insertWithinLimits(db, counts),
    insertJob,
    insertUse,
    db
      .select({
        analysisId: standing.id,
        status: standing.status,
        dayId: standing.dayId,
        today: counts.today.as("today"),
        running: counts.running.as("running"),
        thisMonth: counts.thisMonth.as("this_month"),
        underFreeLimits: counts.underFreeLimits.as("under_free_limits"),
        ...ownRefusalColumns(db, { userId: sql.placeholder("userId"), now: sql.placeholder("now") }),
      })
      .from(ONE_ROW)
      .leftJoin(standing, sql`true`),
  ];
});

/**
 * All or nothing: one guarded statement in one batch, as parallel calls would read the same counts. The counts for
 * the refusal are read in the same transaction. analysisId null: a limit was reached.
 */
export async function insertAnalysis(db: Database, { limits, booking, ...request }: AnalysisRequest) {
  const [, made, , [outcome]] = await prepareInsert(db, {
    ...request,
    ...booking,
    perDay: limits.perDay ?? NO_LIMIT,
    atOnce: limits.atOnce,
    perMonth: limits.perMonth ?? NO_LIMIT,
    perLifetime: limits.perLifetime ?? NO_LIMIT,
  });
  if (outcome === undefined) throw new Error("the batch that inserts an analysis gave no outcome");
  return { ...outcome, isNew: made.meta.changes === 1 };
}

/** Prepared statements always compare with a limit. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

function countUses(db: Database) {
  return { ...countAnalysisUses(db, asked), running: countRunning(db, asked.userId) };
}

function selectAsked(db: Database, hasStatus: SQL) {
  return db
    .select({ id: analyses.id, status: analyses.status, dayId: analyses.dayId })
    .from(races)
    .innerJoin(models, eq(models.id, asked.modelId))
    .innerJoin(analyses, and(eq(analyses.raceId, races.raceId), isOfPresentCard))
    .where(
      and(
        eq(races.raceId, asked.raceId),
        eq(analyses.modelId, asked.modelId),
        eq(analyses.userId, asked.userId),
        isNull(analyses.deletedAt),
        hasStatus,
      ),
    );
}

function insertWithinLimits(db: Database, counts: ReturnType<typeof countUses>) {
  const { now } = asked.booking;
  const isAllowed = and(
    isOwnComplete(asked),
    eq(races.raceId, asked.raceId),
    isVisibleRace,
    ne(races.status, "cancelled"),
    gt(races.runnerCount, 0),
    not(
      existsIn(
        analyses,
        and(eq(analyses.modelId, models.id), eq(analyses.raceId, races.raceId), isPendingOfDay, isStanding),
      ),
    ),
    or(eq(models.isWeight, false), isWeighed),
    lt(counts.today, sql.placeholder("perDay")),
    lt(counts.running, sql.placeholder("atOnce")),
    lt(counts.thisMonth, sql.placeholder("perMonth")),
    lt(counts.underFreeLimits, sql.placeholder("perLifetime")),
    sql`not ${isPausing({ userId: sql.placeholder("userId"), now: sql.placeholder("now") })}`,
    isWithinOwnLimit(db, {
      userId: sql.placeholder("userId"),
      kind: "analyses",
      now: sql.placeholder("now"),
      count: sql`${counts.thisMonth} + 1`,
    }),
  );
  return insertWhere(db, analyses, newAnalysisRow(now), {
    from: models,
    joins: [[races, eq(races.venueType, models.venueType)]],
    where: isAllowed,
  }).onConflictDoNothing();
}
