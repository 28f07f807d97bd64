import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { isPausing, isWithinOwnLimit, ownRefusalColumns } from "#app/db/accounts/own-limits.server.ts";
import { returnUses, type UsageBooking } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import {
  asSubject,
  CHANGED_ONE,
  CHANGED_SOME,
  excluded,
  existsIn,
  isAmong,
  isLiving,
  ONE_ROW,
} from "#app/db/fragments.server.ts";
import { insertJobWhere, isOpenJob, type NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { isOwnComplete } from "#app/db/models/models.server.ts";
import { isVisibleRace, isWeighed } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, analysisDays, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { ownPauses } from "#app/db/schema/own-limits.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { countAnalysisUses, newAnalysisRow } from "./new-analyses.server.ts";
import { isOfPresentCard, isPendingOfDay, isStanding } from "./standing.server.ts";

interface DayInsertLimits {
  perDay: number | null;
  perMonth: number | null;
  perLifetime: number | null;
}

interface DayRequest {
  userId: number;
  modelId: number;
  date: string;
  /** Races that cannot be analysed, or are already, are left out. */
  raceIds: readonly string[];
  formKey: string;
  limits: DayInsertLimits;
  booking: UsageBooking;
  job: Pick<NewJob, "id" | "kind">;
}

/**
 * All or nothing in one batch: a guarded statement decides, the others depend on its row. Repeated and parallel calls
 * add nothing.
 * @returns dayId null: a limit, or nothing to analyse; toCount: 0 after an insert
 */
export async function insertAnalysisDay(db: Database, request: DayRequest) {
  const { userId, modelId, date, formKey, limits, booking, job } = request;
  const used = countAnalysisUses(db, request);
  const isOwnModel = isOwnComplete({ userId, modelId });
  const isToCount = and(
    isOwnModel,
    isAnalysable({ date, today: booking.day }),
    isAmong(races.raceId, request.raceIds),
    hasNone(),
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
    insertWhere(
      db,
      analysisDays,
      { userId: models.userId, modelId: models.id, date, formKey, createdAt: booking.now },
      {
        from: models,
        where: and(
          isOwnModel,
          gt(toCount, 0),
          isWithin(used.today, limits.perDay),
          isWithin(used.thisMonth, limits.perMonth),
          isWithin(used.underFreeLimits, limits.perLifetime),
          sql`not ${isPausing({ userId, now: booking.now })}`,
          isWithinOwnLimit(db, {
            ...{ userId, kind: "analyses", now: booking.now },
            count: sql`${used.thisMonth} + ${toCount}`,
          }),
        ),
      },
    ).onConflictDoNothing({ target: [analysisDays.userId, analysisDays.formKey] }),
    insertWhere(
      db,
      analyses,
      // No notification for each: the board shows them.
      newAnalysisRow(booking.now, { confirmedAt: booking.now, dayId: sql`(select id from ${ofForm})` }),
      {
        from: races,
        joins: [[models, eq(models.venueType, races.venueType)]],
        where: and(isToCount, CHANGED_ONE),
      },
    ),
    insertUses(db, ofForm, booking),
    insertJobWhere(
      db,
      { ...job, subject: asSubject(ofForm.id), now: booking.now },
      { from: ofForm, where: CHANGED_SOME },
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

function insertUses(db: Database, ofForm: ReturnType<typeof dayOfForm>, booking: DayRequest["booking"]) {
  const { now: usedAt, ...use } = booking;
  return insertWhere(
    db,
    usage,
    { ...use, userId: analyses.userId, kind: "analysis", subjectId: analyses.id, usedAt },
    { from: analyses, joins: [[ofForm, eq(ofForm.id, analyses.dayId)]], where: CHANGED_SOME },
  );
}

function isAnalysable({ date, today }: { date: string; today: string }) {
  return and(
    eq(races.date, date),
    isVisibleRace,
    ne(races.status, "cancelled"),
    gt(races.runnerCount, 0),
    or(eq(models.isWeight, false), isWeighed, isToBeRun(today)),
  );
}

function hasNone() {
  return not(
    existsIn(
      analyses,
      and(eq(analyses.modelId, models.id), eq(analyses.raceId, races.raceId), isStanding, isOfPresentCard),
    ),
  );
}

/** Literal values, so that SQLite uses the partial index analyses_day_open. */
const isOpen = sql`${and(isPendingOfDay, isNull(analyses.deletedAt))}`.inlineParams();

function isAwaitingWeights(today: string) {
  return and(isNull(models.deletedAt), eq(models.isWeight, true), sql`not ${isWeighed}`, isToBeRun(today)) as SQL;
}

function isToBeRun(today: string) {
  return and(eq(races.status, "scheduled"), eq(races.hidden, false), sql`${races.date} >= ${today}`);
}

/** The earliest race that waits for nothing. Null: nothing is left, or all wait for body weights. */
export async function findNextOfDay(db: Database, { dayId, today }: { dayId: number; today: string }) {
  const row = await selectDue(db, today, eq(analyses.dayId, dayId))
    .orderBy(asc(races.startTime), asc(races.venue), asc(races.raceNum))
    .limit(1)
    .get();
  return row === undefined ? null : { analysisId: row.analysisId, isLost: row.isLost, hasWaited: row.hasWaited };
}

/** Without a job. */
export async function listDueDays(db: Database, { today, limit }: { today: string; limit: number }): Promise<number[]> {
  const due = selectDue(db, today, undefined).as("due");
  const hasJob = existsIn(
    jobs,
    and(eq(jobs.kind, "score-day"), eq(jobs.subject, sql`cast(${due.dayId} as text)`), isOpenJob),
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
      /** The model is gone, or its body weights will not come. */
      isLost: sql`${isLost}`.mapWith(Boolean).as("is_lost"),
      /** Body weights came after the request. */
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

/** Deletes unfinished ones and returns their uses. @returns false: no such day */
export async function stopAnalysisDays(
  db: Database,
  { userId, date, modelId, now }: { userId: number; date: string; modelId: number; now: number },
): Promise<boolean> {
  const isMeant = and(eq(analysisDays.userId, userId), eq(analysisDays.date, date), eq(analysisDays.modelId, modelId));
  const [stopped] = await db.batch(stopDays(db, { isMeant, now }));
  return stopped.meta.changes > 0;
}

/** A pause is never shortened. Ends unfinished days in the same transaction. @returns its end */
export async function startPause(
  db: Database,
  { userId, endsAt, now }: { userId: number; endsAt: number; now: number },
): Promise<number | null> {
  const isMeant = and(eq(analysisDays.userId, userId), isPausing({ userId, now }));
  const [, , , , [pause]] = await db.batch([
    insertWhere(
      db,
      ownPauses,
      { userId: users.id, startedAt: now, endsAt },
      { from: users, where: isLiving(userId) },
    ).onConflictDoUpdate({
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
  const hasLeft = existsIn(analyses, and(eq(analyses.dayId, analysisDays.id), isOpen));
  return [
    db
      .update(analysisDays)
      .set({ stoppedAt: sql`case when ${hasLeft} then ${now} else ${analysisDays.stoppedAt} end` })
      .where(isMeant),
    returnUses(db, { of: db.select({ id: analyses.id }).from(analyses).where(isLeft), now }),
    db.update(analyses).set({ status: AnalysisStatus.failed, deletedAt: now }).where(isLeft),
  ] as const;
}

/** Keeps races that wait for body weights. */
export async function failAnalysisDay(
  db: Database,
  { dayId, today, now }: { dayId: number; today: string; now: number },
): Promise<void> {
  const due = selectDue(db, today, eq(analyses.dayId, dayId)).as("due");
  const left = db.select({ id: due.analysisId }).from(due);
  await db.batch([
    returnUses(db, { of: left, now }),
    db.update(analyses).set({ status: AnalysisStatus.failed }).where(inArray(analyses.id, left)),
  ]);
}
