import { and, eq, exists, gt, isNull, lt, ne, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { isPausing, isWithinOwnLimit, ownRefusalColumns } from "#app/db/accounts/own-limits.server.ts";
import { bookSubject, type UsageBooking } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { ONE_ROW } from "#app/db/fragments.server.ts";
import type { NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { namedRaceId } from "#app/db/racing/race-identities.server.ts";
import { isVisibleRace, isWeighed, type RaceRecord, raceColumns, toRaceRecord } from "#app/db/racing/races.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { countAnalysisUses, newAnalysisRow } from "./new-analyses.server.ts";
import { isOfPresentCard, isPendingOfDay, isStanding } from "./standing.server.ts";

/** What a request for an analysis is judged by. */
export interface RequestFacts {
  /** Null: unknown or invisible. */
  race: (RaceRecord & { areAllOut: boolean }) | null;
  /** Every model of the user that is not deleted. */
  models: {
    modelId: number;
    venueType: number;
    featureCount: number;
    isWeight: boolean;
    status: number;
    isHeld: boolean;
    createdAt: number;
  }[];
}

/** The race, by any of its ids, and the user's models, in one round trip (primary keys; index models_user_id_created_at). */
export async function readRequestFacts(
  db: Database,
  { userId, raceId }: { userId: number; raceId: string },
): Promise<RequestFacts> {
  const [found, own] = await db.batch([
    db
      .select({ ...raceColumns, areAllOut: areAllOut(db) })
      .from(races)
      .where(and(eq(races.raceId, namedRaceId(raceId)), isVisibleRace)),
    db
      .select({
        modelId: models.id,
        venueType: models.venueType,
        featureCount: models.featureCount,
        isWeight: models.isWeight,
        status: models.status,
        createdAt: models.createdAt,
      })
      .from(models)
      .where(and(eq(models.userId, userId), isNull(models.deletedAt))),
  ]);
  const [race] = found;
  return {
    race: race === undefined ? null : { ...toRaceRecord(race), areAllOut: race.areAllOut },
    models: own.map((model) => ({ ...model, isHeld: isHeld(model.status) })),
  };
}

/** Whether a race has runners, and every one is withdrawn (primary key of the runners). */
function areAllOut(db: Database) {
  const ofRace = (status?: SQL) =>
    db
      .select({ horseNum: runners.horseNum })
      .from(runners)
      .where(and(eq(runners.raceId, races.raceId), status));
  const starts = notInArray(runners.status, ["scratched", "excluded"]);
  return sql`${exists(ofRace())} and ${notExists(ofRace(starts))}`.mapWith(Boolean).as("are_all_out");
}

/** Limits that the insert itself enforces; null = none. */
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
  job: Pick<NewJob, "id" | "kind">;
}

interface AnalysisInsertOutcome {
  /** The running or complete analysis of this model and race with its present inputs; null: none, a limit stood in the way. */
  analysisId: number | null;
  status: number | null;
  /** The day that asked for it, if one did. */
  dayId: number | null;
  isNew: boolean;
  today: number;
  running: number;
  thisMonth: number;
  underFreeLimits: number;
  isPausing: boolean;
  /** The user's own limit; null: none. */
  ownPerMonth: number | null;
}

/**
 * Inserts an analysis with its use and its job, all or nothing, only while the limits hold and this model has no
 * running or complete one of the race with its present inputs (index analyses_once): one guarded statement in one batch,
 * as parallel calls would all read the same count before they insert. The counts for the refusal's reason are read in
 * the same transaction.
 * The user's own limit and pause hold by the same statement.
 * Indexes: usage_user_id_kind_month, usage_user_id_kind_free, analyses_user_id_status, analyses_once,
 * usage_kind_subject_id; primary keys.
 */
export async function insertAnalysis(db: Database, request: AnalysisRequest): Promise<AnalysisInsertOutcome> {
  const counts = countUses(db, request);
  const standing = selectOfRequest(db, request, isStanding).as("standing");
  // A running one without a use is the one just inserted.
  const running = selectOfRequest(db, request, eq(analyses.status, AnalysisStatus.running)).as("running");
  const [insertJob, insertUse] = bookSubject(db, { ...request, kind: "analysis", subject: running });
  const [, made, , [outcome]] = await db.batch([
    insertWithinLimits(db, request, counts),
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
        ...ownRefusalColumns(db, { userId: request.userId, now: request.booking.now }),
      })
      .from(ONE_ROW)
      .leftJoin(standing, sql`true`),
  ]);
  if (outcome === undefined) throw new Error("the batch that inserts an analysis gave no outcome");
  return { ...outcome, isNew: made.meta.changes === 1 };
}

/** What the limits are compared with. */
function countUses(db: Database, request: AnalysisRequest) {
  const isRunning = and(
    eq(analyses.userId, request.userId),
    eq(analyses.status, AnalysisStatus.running),
    isNull(analyses.deletedAt),
    // Those of a day are made one after the other and take no place.
    isNull(analyses.dayId),
  );
  return { ...countAnalysisUses(db, request), running: db.$count(analyses, isRunning) };
}

/** The analyses of the model and the race with its present inputs that have one of some statuses. */
function selectOfRequest(db: Database, { userId, modelId, raceId }: AnalysisRequest, hasStatus: SQL) {
  return db
    .select({ id: analyses.id, status: analyses.status, dayId: analyses.dayId })
    .from(races)
    .innerJoin(models, eq(models.id, modelId))
    .innerJoin(analyses, and(eq(analyses.raceId, races.raceId), isOfPresentCard))
    .where(
      and(
        eq(races.raceId, raceId),
        eq(analyses.modelId, modelId),
        eq(analyses.userId, userId),
        isNull(analyses.deletedAt),
        hasStatus,
      ),
    );
}

/** The guarded statement: the row, if model, race and limits allow it and none is standing. */
function insertWithinLimits(
  db: Database,
  { userId, modelId, raceId, limits, booking }: AnalysisRequest,
  counts: ReturnType<typeof countUses>,
) {
  const row = newAnalysisRow(booking.now);
  const isAllowed = and(
    eq(models.id, modelId),
    eq(models.userId, userId),
    isNull(models.deletedAt),
    eq(models.status, ModelStatus.complete),
    eq(races.raceId, raceId),
    isVisibleRace,
    ne(races.status, "cancelled"),
    gt(races.runnerCount, 0),
    notExists(
      db
        .select({ id: analyses.id })
        .from(analyses)
        .where(and(eq(analyses.modelId, models.id), eq(analyses.raceId, races.raceId), isPendingOfDay, isStanding)),
    ),
    or(eq(models.isWeight, false), isWeighed),
    limits.perDay === null ? undefined : lt(counts.today, limits.perDay),
    lt(counts.running, limits.atOnce),
    limits.perMonth === null ? undefined : lt(counts.thisMonth, limits.perMonth),
    limits.perLifetime === null ? undefined : lt(counts.underFreeLimits, limits.perLifetime),
    sql`not ${isPausing(db, { userId, now: booking.now })}`,
    isWithinOwnLimit(db, { userId, kind: "analyses", now: booking.now, count: sql`${counts.thisMonth} + 1` }),
  );
  return (
    db
      .insert(analyses)
      .select(db.select(row).from(models).innerJoin(races, eq(races.venueType, models.venueType)).where(isAllowed))
      // Index analyses_once.
      .onConflictDoNothing()
  );
}
