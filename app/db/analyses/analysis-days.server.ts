import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { isPausing, isWithinOwnLimit, ownRefusalColumns } from "#app/db/accounts/own-limits.server.ts";
import type { UsageBooking } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, CHANGED_ONE, CHANGED_SOME, excluded, isAmong, ONE_ROW } from "#app/db/fragments.server.ts";
import { type NewJob, queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { isOpenJob } from "#app/db/jobs/open-jobs.server.ts";
import { isVisibleRace, isWeighed } from "#app/db/racing/races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, analysisDays, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { ownPauses } from "#app/db/schema/own-limits.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { countAnalysisUses, newAnalysisRow } from "./new-analyses.server.ts";
import { isOfPresentCard, isPendingOfDay, isStanding } from "./standing.server.ts";

/** Limits that the insert itself enforces for all races together; null = none. */
interface DayInsertLimits {
  perDay: number | null;
  perMonth: number | null;
  perLifetime: number | null;
}

interface DayRequest {
  userId: number;
  modelId: number;
  date: string;
  /** Races of the day; those that cannot be analysed, or are already, are left out. */
  raceIds: readonly string[];
  formKey: string;
  limits: DayInsertLimits;
  booking: UsageBooking;
  job: Pick<NewJob, "id" | "kind">;
}

interface DayInsertOutcome {
  /** Null: a limit was reached, or nothing was left to analyse. */
  dayId: number | null;
  isNew: boolean;
  /** Races that would count now; 0 after an insert. */
  toCount: number;
  today: number;
  thisMonth: number;
  underFreeLimits: number;
  isPausing: boolean;
  /** The user's own limit; null: none. */
  ownPerMonth: number | null;
}

/**
 * Inserts a day with an analysis and a use for each of its races, and one job, all or nothing: in one batch a guarded
 * statement decides, and the others depend on its row. So parallel calls cannot exceed a limit, a form submitted twice makes
 * one day, and a repeated batch adds nothing. Races that this model has analysed with the current card, or that are queued
 * by another day, are left out.
 * Indexes: usage_user_id_kind_month, usage_user_id_kind_free, analyses_once, analysis_days_user_id_form_key; primary keys.
 */
export async function insertAnalysisDay(db: Database, request: DayRequest): Promise<DayInsertOutcome> {
  const { userId, modelId, date, formKey, limits, booking, job } = request;
  const used = countAnalysisUses(db, request);
  const isOwnModel = and(
    eq(models.id, modelId),
    eq(models.userId, userId),
    isNull(models.deletedAt),
    eq(models.status, ModelStatus.complete),
  );
  const isToCount = and(
    isOwnModel,
    isAnalysable({ date, today: booking.day }),
    isAmong(races.raceId, request.raceIds),
    hasNone(db),
  );
  const toCount = sql<number>`(${db
    .select({ count: sql`count(*)` })
    .from(races)
    .innerJoin(models, eq(models.venueType, races.venueType))
    .where(isToCount)})`;
  const isWithin = (count: SQL, limit: number | null) =>
    limit === null ? undefined : lte(sql`${count} + ${toCount}`, limit);
  const ofForm = dayOfForm(db, { userId, formKey });
  const [made, , , , [outcome]] = await db.batch([
    db
      .insert(analysisDays)
      .select(
        db
          .select(
            rowSelection(analysisDays, {
              userId: models.userId,
              modelId: models.id,
              date,
              formKey,
              createdAt: booking.now,
            }),
          )
          .from(models)
          .where(
            and(
              isOwnModel,
              gt(toCount, 0),
              isWithin(used.today, limits.perDay),
              isWithin(used.thisMonth, limits.perMonth),
              isWithin(used.underFreeLimits, limits.perLifetime),
              sql`not ${isPausing(db, { userId, now: booking.now })}`,
              isWithinOwnLimit(db, {
                ...{ userId, kind: "analyses", now: booking.now },
                count: sql`${used.thisMonth} + ${toCount}`,
              }),
            ),
          ),
      )
      .onConflictDoNothing({ target: [analysisDays.userId, analysisDays.formKey] }),
    db.insert(analyses).select(
      db
        // The board shows what becomes of them: no notice for each.
        .select(newAnalysisRow(booking.now, { confirmedAt: booking.now, dayId: sql`(select id from ${ofForm})` }))
        .from(races)
        .innerJoin(models, eq(models.venueType, races.venueType))
        .where(and(isToCount, CHANGED_ONE)),
    ),
    insertUses(db, ofForm, booking),
    db.insert(jobs).select(
      db
        .select(queuedJob({ ...job, subject: asSubject(ofForm.id), now: booking.now }))
        .from(ofForm)
        .where(CHANGED_SOME),
    ),
    db
      .select({
        dayId: ofForm.id,
        toCount: toCount.as("to_count"),
        today: used.today.as("today"),
        thisMonth: used.thisMonth.as("this_month"),
        underFreeLimits: used.underFreeLimits.as("under_free_limits"),
        ...ownRefusalColumns(db, { userId: request.userId, now: request.booking.now }),
      })
      .from(ONE_ROW)
      .leftJoin(ofForm, sql`true`),
  ]);
  if (outcome === undefined) throw new Error("the batch that inserts a day gave no outcome");
  return { ...outcome, isNew: made.meta.changes === 1 };
}

function dayOfForm(db: Database, { userId, formKey }: Pick<DayRequest, "userId" | "formKey">) {
  return db
    .select({ id: analysisDays.id })
    .from(analysisDays)
    .where(and(eq(analysisDays.userId, userId), eq(analysisDays.formKey, formKey)))
    .as("of_form");
}

/** Uses of the day's analyses, which the statement before has inserted. */
function insertUses(db: Database, ofForm: ReturnType<typeof dayOfForm>, booking: DayRequest["booking"]) {
  return db.insert(usage).select(
    db
      .select(
        rowSelection(usage, {
          userId: analyses.userId,
          kind: "analysis",
          subjectId: analyses.id,
          day: booking.day,
          month: booking.month,
          underFreeLimits: booking.underFreeLimits,
          usedAt: booking.now,
        }),
      )
      .from(analyses)
      .innerJoin(ofForm, eq(ofForm.id, analyses.dayId))
      .where(CHANGED_SOME),
  );
}

/** Races of a day that can be analysed: the body weights that the model needs are known, or may still come. */
function isAnalysable({ date, today }: { date: string; today: string }) {
  return and(
    eq(races.date, date),
    isVisibleRace,
    ne(races.status, "cancelled"),
    gt(races.runnerCount, 0),
    or(eq(models.isWeight, false), isWeighed, isToBeRun(today)),
  );
}

/** Whether there is neither an analysis of the present card nor one of a day that will be made on it. */
function hasNone(db: Database) {
  return notExists(
    db
      .select({ id: analyses.id })
      .from(analyses)
      .where(and(eq(analyses.modelId, models.id), eq(analyses.raceId, races.raceId), isStanding, isOfPresentCard)),
  );
}

/** With the status in the statement's text, or SQLite does not see that the index analyses_day_open applies. */
const isOpen = sql`${and(isPendingOfDay, isNull(analyses.deletedAt))}`.inlineParams();

/** Whether a race's body weights may still come, and the model needs them. */
function isAwaitingWeights(today: string) {
  return and(isNull(models.deletedAt), eq(models.isWeight, true), sql`not ${isWeighed}`, isToBeRun(today)) as SQL;
}

function isToBeRun(today: string) {
  return and(eq(races.status, "scheduled"), eq(races.hidden, false), sql`${races.date} >= ${today}`);
}

/** What a day's job does next: the earliest race that waits for nothing. */
export interface NextOfDay {
  analysisId: number;
  /** The model is gone, or needs body weights that will not come: it fails. */
  isLost: boolean;
  /** Its model needs body weights, which have come since the request. */
  hasWaited: boolean;
}

/** Null when nothing is left, or only races that wait for their body weights (index analyses_day_open). */
export async function findNextOfDay(
  db: Database,
  { dayId, today }: { dayId: number; today: string },
): Promise<NextOfDay | null> {
  const row = await selectDue(db, today, eq(analyses.dayId, dayId))
    .orderBy(asc(races.startTime), asc(races.venue), asc(races.raceNum))
    .limit(1)
    .get();
  return row === undefined ? null : { analysisId: row.analysisId, isLost: row.isLost, hasWaited: row.hasWaited };
}

/** Days with something to do and no job that does it (index analyses_day_open). */
export async function listDueDays(db: Database, { today, limit }: { today: string; limit: number }): Promise<number[]> {
  const due = selectDue(db, today, undefined).as("due");
  const hasJob = exists(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, "score-day"), eq(jobs.subject, sql`cast(${due.dayId} as text)`), isOpenJob)),
  );
  const rows = await db.selectDistinct({ dayId: due.dayId }).from(due).where(sql`not ${hasJob}`).limit(limit);
  return rows.flatMap(({ dayId }) => dayId ?? []);
}

function selectDue(db: Database, today: string, isMeant: SQL | undefined) {
  const isLost = or(
    isNotNull(models.deletedAt),
    and(eq(models.isWeight, true), sql`not ${isWeighed}`, sql`not (${isToBeRun(today)})`),
  );
  return db
    .select({
      analysisId: analyses.id,
      dayId: analyses.dayId,
      isLost: sql`${isLost}`.mapWith(Boolean).as("is_lost"),
      hasWaited: sql`${models.isWeight} and ${races.weightsVersion} > ${analyses.raceInputsVersion}`
        .mapWith(Boolean)
        .as("has_waited"),
    })
    .from(analyses)
    .innerJoin(models, eq(models.id, analyses.modelId))
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .where(and(isOpen, isMeant, sql`not (${isAwaitingWeights(today)})`))
    .$dynamic();
}

/**
 * Cancels the unfinished analyses of a user's day with a model and returns their uses, in one transaction; finished ones are
 * kept (indexes analysis_days_user_id_date, analyses_day_open). The rows are deleted, as they have no result yet.
 *
 * @returns false if the user has no such day
 */
export async function stopAnalysisDays(
  db: Database,
  { userId, date, modelId, now }: { userId: number; date: string; modelId: number; now: number },
): Promise<boolean> {
  const isMeant = and(eq(analysisDays.userId, userId), eq(analysisDays.date, date), eq(analysisDays.modelId, modelId));
  const [stopped] = await db.batch(stopDays(db, { isMeant, now }));
  return stopped.meta.changes > 0;
}

/**
 * Begins a pause of a user, or makes it longer, never shorter, and ends what is not made of all confirmed days, in one
 * transaction (indexes as above; primary key).
 *
 * @returns when the pause ends
 */
export async function startPause(
  db: Database,
  { userId, endsAt, now }: { userId: number; endsAt: number; now: number },
): Promise<number | null> {
  const isMeant = and(eq(analysisDays.userId, userId), isPausing(db, { userId, now }));
  const [, , , , [pause]] = await db.batch([
    db
      .insert(ownPauses)
      .select(
        db
          .select(rowSelection(ownPauses, { userId: users.id, startedAt: now, endsAt }))
          .from(users)
          .where(and(eq(users.id, userId), isNull(users.deletedAt))),
      )
      .onConflictDoUpdate({
        target: ownPauses.userId,
        set: {
          startedAt: sql`case when ${ownPauses.endsAt} <= ${now} then ${now} else ${ownPauses.startedAt} end`,
          endsAt: excluded(ownPauses.endsAt),
        },
        setWhere: lt(ownPauses.endsAt, excluded(ownPauses.endsAt)),
      }),
    ...stopDays(db, { isMeant, now }),
    db.select({ endsAt: ownPauses.endsAt }).from(ownPauses).where(eq(ownPauses.userId, userId)),
  ]);
  return pause?.endsAt ?? null;
}

function stopDays(db: Database, { isMeant, now }: { isMeant: SQL | undefined; now: number }) {
  const isLeft = and(
    inArray(analyses.dayId, db.select({ id: analysisDays.id }).from(analysisDays).where(isMeant)),
    isOpen,
  );
  const hasLeft = exists(
    db
      .select({ id: analyses.id })
      .from(analyses)
      .where(and(eq(analyses.dayId, analysisDays.id), isOpen)),
  );
  return [
    db
      .update(analysisDays)
      .set({ stoppedAt: sql`case when ${hasLeft} then ${now} else ${analysisDays.stoppedAt} end` })
      .where(isMeant),
    db
      .update(usage)
      .set({ returnedAt: now })
      .where(
        and(
          eq(usage.kind, "analysis"),
          isNull(usage.returnedAt),
          inArray(usage.subjectId, db.select({ id: analyses.id }).from(analyses).where(isLeft)),
        ),
      ),
    db.update(analyses).set({ status: AnalysisStatus.failed, deletedAt: now }).where(isLeft),
  ] as const;
}

/** Fails what is left of a day and gives its uses back, once, but for races that wait for their body weights. */
export async function failAnalysisDay(
  db: Database,
  { dayId, today, now }: { dayId: number; today: string; now: number },
): Promise<void> {
  const due = selectDue(db, today, eq(analyses.dayId, dayId)).as("due");
  const left = db.select({ id: due.analysisId }).from(due);
  await db.batch([
    db
      .update(usage)
      .set({ returnedAt: now })
      .where(and(eq(usage.kind, "analysis"), isNull(usage.returnedAt), inArray(usage.subjectId, left))),
    db.update(analyses).set({ status: AnalysisStatus.failed }).where(inArray(analyses.id, left)),
  ]);
}
