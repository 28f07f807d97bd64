import { and, asc, between, eq, exists, gt, inArray, isNull, lte, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isPausing } from "#app/db/accounts/own-limits.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, columnsOf, existsIn } from "#app/db/fragments.server.ts";
import { isOpenJob } from "#app/db/jobs/new-jobs.server.ts";
import { insertEntries, picksOfScores } from "#app/db/own-records/record-entries.server.ts";
import { isVisibleRace, isWeighed, raceColumns, runnerColumns, toRaceRecord } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { insertLeafOfChanged } from "#app/db/seal/seals.server.ts";
import { isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { type ScoredInputs, VERSION_SECONDS } from "#app/domain/scoring/scored-inputs.ts";
import { newAnalysisRow } from "./new-analyses.server.ts";
import { isComplete, isToCome } from "./renewal-jobs.server.ts";
import { completedColumns, type ScoredCard } from "./scoring.server.ts";
import { isStanding, raceInputsVersion } from "./standing.server.ts";

const others = alias(analyses, "others");

export type RaceToRenew = NonNullable<Awaited<ReturnType<typeof readRaceToRenew>>>;

/** Null: the race has started or is gone, or the job of a later change covers this one. */
export async function readRaceToRenew(
  db: Database,
  { raceId, version, after, limit, now }: Record<"version" | "after" | "limit" | "now", number> & { raceId: string },
) {
  const isLaterJob = and(
    eq(jobs.kind, "renew-marks"),
    isOpenJob,
    sql`${jobs.payload} ->> 'raceId' = ${raceId}`,
    sql`${jobs.payload} ->> 'version' > ${version}`,
  );
  const ofRace = db
    .select({ userId: analyses.userId })
    .from(analyses)
    .where(and(eq(analyses.raceId, raceId), isComplete));
  const page = db
    .select({ userId: users.id, plan: users.plan, defaultModelId: users.defaultModelId })
    .from(users)
    .where(and(gt(users.id, after), inArray(users.id, ofRace), mayRenew(now)))
    .orderBy(asc(users.id))
    .limit(limit);
  const pageIds = db.select({ userId: page.as("page").userId }).from(page.as("page"));
  const [[row], card, userRows, modelRows, analysisRows] = await db.batch([
    db
      .select({
        ...raceColumns,
        inputsVersion: races.inputsVersion,
        weightsVersion: races.weightsVersion,
        isRaceChanging: sql`${races.pendingImportId} is not null`.mapWith(Boolean).as("is_race_changing"),
      })
      .from(races)
      .where(and(eq(races.raceId, raceId), eq(races.hidden, false), isToCome(now), not(existsIn(jobs, isLaterJob)))),
    db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
    page,
    db
      .select({
        userId: models.userId,
        modelId: models.id,
        ...columnsOf(models, "name", "venueType", "featureCount", "isWeight", "status", "createdAt"),
        pseudoR2: sql<number | null>`${models.report} ->> 'pseudoR2'`.as("pseudo_r2"),
        artifactKey: models.artifactKey,
      })
      .from(models)
      .where(and(inArray(models.userId, pageIds), isNull(models.deletedAt))),
    db
      .select({
        analysisId: analyses.id,
        ...columnsOf(analyses, "modelId", "completedAt", "inputs"),
        picks: picksOfScores.as("picks"),
      })
      .from(analyses)
      .where(and(eq(analyses.raceId, raceId), isComplete, inArray(analyses.userId, pageIds)))
      .orderBy(asc(analyses.id)),
  ]);
  if (row === undefined) return null;
  const { inputsVersion, weightsVersion, isRaceChanging, ...race } = row;
  return {
    ...{
      race: toRaceRecord(race),
      runners: card,
      inputsVersion,
      weightsVersion,
      isRaceChanging,
      users: userRows,
    },
    models: modelRows.map(({ pseudoR2, ...model }) => ({
      ...model,
      isHeld: isHeld(model.status),
      report: pseudoR2 === null ? null : { pseudoR2 },
    })),
    analyses: analysisRows.map(({ completedAt, inputs, picks, ...analysis }) => ({
      ...analysis,
      completedAt: completedAt ?? 0,
      inputs: inputs === null ? null : (JSON.parse(inputs) as ScoredInputs),
      picks: JSON.parse(picks) as number[],
    })),
  };
}

function mayRenew(now: number) {
  return and(
    between(users.plan, Plan.starter, Plan.unlimited),
    isNull(users.deletedAt),
    sql`not ${isPausing({ userId: users.id, now })}`,
  );
}

/**
 * One guarded statement: before the start, for a paid user, on the present card, after the latest version and at most
 * one a minute. Its use is returned at once, so it does not count.
 * @param version renewsId: the analysis whose card has changed; isSeen: no notification
 * @returns its id; null: none
 */
export async function insertVersion(
  db: Database,
  version: ScoredCard & { renewsId: number; modelId: number; raceId: string; isSeen: boolean },
): Promise<number | null> {
  const { renewsId, modelId, raceId, leaf, now } = version;
  const isOfRace = and(eq(analyses.modelId, modelId), eq(analyses.raceId, raceId), isStanding);
  const isRenewed = existsIn(
    analyses,
    and(eq(analyses.id, renewsId), isOfRace, lte(analyses.completedAt, now - VERSION_SECONDS)),
  );
  const isLater = or(gt(others.id, renewsId), gt(others.completedAt, now - VERSION_SECONDS));
  const hasLater = exists(
    db
      .select({ id: others.id })
      .from(others)
      .where(
        and(
          eq(others.modelId, modelId),
          eq(others.raceId, raceId),
          isNull(others.deletedAt),
          inArray(others.status, [AnalysisStatus.running, AnalysisStatus.complete]).inlineParams(),
          isLater,
        ),
      ),
  );
  const isMade = and(isOfRace, eq(analyses.raceInputsVersion, version.raceInputsVersion));
  const made = db.select({ id: analyses.id }).from(analyses).where(isMade);
  const row = newAnalysisRow(now, { ...completedColumns(version), confirmedAt: version.isSeen ? now : null });
  const use = {
    ...({ userId: analyses.userId, kind: "analysis", subjectId: analyses.id, underFreeLimits: false } as const),
    ...{ day: japanDay(now), month: japanMonth(now), usedAt: now, returnedAt: now },
  };
  const [[inserted]] = await db.batch([
    insertWhere(db, analyses, row, {
      from: models,
      joins: [
        [users, eq(users.id, models.userId)],
        [races, eq(races.venueType, models.venueType)],
      ],
      where: and(
        ...[eq(models.id, modelId), isNull(models.deletedAt), eq(models.status, ModelStatus.complete)],
        mayRenew(now),
        ...[eq(races.raceId, raceId), isVisibleRace, isToCome(now)],
        eq(raceInputsVersion, version.raceInputsVersion),
        or(eq(models.isWeight, false), isWeighed),
        ...[isRenewed, sql`not ${hasLater}`],
      ),
    })
      .onConflictDoNothing()
      .returning({ id: analyses.id }),
    insertWhere(db, usage, use, { from: analyses, where: and(isMade, CHANGED_ONE) }),
    ...(leaf === null ? [] : [insertLeafOfChanged(db, { ...leaf, analysisId: sql`(${made})`, batchKey: null, now })]),
    insertEntries(db, isMade),
  ]);
  return inserted?.id ?? null;
}
