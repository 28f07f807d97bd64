import { and, asc, eq, exists, inArray, isNull, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { returnUses } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { insertEntries } from "#app/db/own-records/record-entries.server.ts";
import { isEarlierStart, PAST_RUNS, startsBack } from "#app/db/racing/past-runs.server.ts";
import { raceColumns, runnerColumns } from "#app/db/racing/races.server.ts";

import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { insertLeafOfChanged, type NewLeaf } from "#app/db/seal/seals.server.ts";
import { zipDetails } from "#app/db/zipped-details.server.ts";
import type { ListedRace, Runner } from "#app/domain/racing/records.ts";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { ScoredInputs } from "#app/domain/scoring/scored-inputs.ts";
import { raceInputsVersion } from "./standing.server.ts";

export interface ScoringRow {
  race: ListedRace;
  runners: Runner[];
  raceInputsVersion: number;
  /** An import is changing the race. */
  isRaceChanging: boolean;
  modelId: number;
  artifactKey: string | null;
  pastRuns: Awaited<ReturnType<typeof listLastStarts>>;
}

/** Null: unknown, deleted or not running. */
export async function findScoring(db: Database, analysisId: number): Promise<ScoringRow | null> {
  const [[row], card, pastRuns] = await db.batch([
    db
      .select({
        ...raceColumns,
        version: raceInputsVersion.as("race_inputs_version"),
        isRaceChanging: sql`${races.pendingImportId} is not null`.mapWith(Boolean).as("is_race_changing"),
        modelId: analyses.modelId,
        artifactKey: models.artifactKey,
      })
      .from(analyses)
      .innerJoin(models, eq(models.id, analyses.modelId))
      .innerJoin(races, eq(races.raceId, analyses.raceId))
      .where(isRunning(analysisId)),
    db
      .select(runnerColumns)
      .from(runners)
      .innerJoin(analyses, eq(analyses.raceId, runners.raceId))
      .where(isRunning(analysisId))
      .orderBy(asc(runners.horseNum)),
    selectLastStarts(db, {
      raceId: sql`(select race_id from analyses where id = ${analysisId})`,
      modelId: sql`(select model_id from analyses where id = ${analysisId})`,
    }),
  ]);
  if (row === undefined) return null;
  const { version, isRaceChanging, modelId, artifactKey, ...race } = row;
  return { race, runners: card, raceInputsVersion: version, isRaceChanging, modelId, artifactKey, pastRuns };
}

/**
 * The last five starts of a race's runners, with the horse's number in them. The index is by the model's newest analysis
 * of that race, unless it was trained on it; null without one.
 */
export async function listLastStarts(db: Database, { raceId, modelId }: { raceId: string; modelId: number }) {
  return await selectLastStarts(db, { raceId: sql`${raceId}`, modelId: sql`${modelId}` });
}

function selectLastStarts(db: Database, { raceId, modelId }: { raceId: SQL; modelId: SQL }) {
  const { horseId, horseNum } = runners;
  const starts = db
    .select({ horseId, raceId: races.raceId, date: races.date, horseNum, nth: startsBack.as("nth") })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(isEarlierStart(db, raceId))
    .as("starts");
  const isKnown = and(
    eq(others.modelId, modelId),
    eq(others.raceId, starts.raceId),
    eq(others.status, AnalysisStatus.complete),
    eq(others.isLearntFrom, false),
    isNull(others.deletedAt),
  );
  const index = sql<number | null>`(select score.value ->> 'index' from analyses others, json_each(others.scores) score
    where ${isKnown} and score.value ->> 'horseNum' = ${starts.horseNum} order by others.id desc limit 1)`;
  return db
    .select({ horseId: starts.horseId, raceId: starts.raceId, date: starts.date, horseNum: starts.horseNum, index })
    .from(starts)
    .where(lte(starts.nth, PAST_RUNS));
}

function isRunning(analysisId: number) {
  return and(eq(analyses.id, analysisId), eq(analyses.status, AnalysisStatus.running), isNull(analyses.deletedAt));
}

const others = alias(analyses, "others");

export interface ScoredCard {
  scores: readonly Score[];
  details: AnalysisDetails;
  inputs: ScoredInputs;
  raceInputsVersion: number;
  isLearntFrom: boolean;
  /** Null if the race's day is over. */
  leaf: Pick<NewLeaf, "hash" | "body" | "raceId"> | null;
  now: number;
}

export function completedColumns({ scores, details, inputs, isLearntFrom, now }: ScoredCard) {
  return {
    status: AnalysisStatus.complete,
    scores: JSON.stringify(scores),
    isLearntFrom,
    completedAt: now,
    progress: 1,
    zippedDetails: zipDetails(details),
    orderExponents: JSON.stringify(details.orderExponents),
    inputs: JSON.stringify(inputs),
  };
}

/** Once, for the scored version of the card, and sealed in the same transaction. */
export async function completeScoring(db: Database, scoring: ScoredCard & { analysisId: number }): Promise<boolean> {
  const isOfVersion = db
    .select({ raceId: races.raceId })
    .from(races)
    .innerJoin(models, eq(models.id, analyses.modelId))
    .where(and(eq(races.raceId, analyses.raceId), eq(raceInputsVersion, scoring.raceInputsVersion)));
  const isTaken = db
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.modelId, analyses.modelId),
        eq(others.raceId, analyses.raceId),
        eq(others.raceInputsVersion, scoring.raceInputsVersion),
        ne(others.id, analyses.id),
        isNull(others.deletedAt),
        inArray(others.status, [AnalysisStatus.running, AnalysisStatus.complete]).inlineParams(),
      ),
    );
  const { analysisId, leaf, now } = scoring;
  const completion = db
    .update(analyses)
    .set({
      ...completedColumns(scoring),
      raceInputsVersion: sql`case when ${notExists(isTaken)} then ${scoring.raceInputsVersion}
        else ${analyses.raceInputsVersion} end`,
    })
    .where(and(isRunning(analysisId), exists(isOfVersion)));
  const [{ meta }] = await db.batch([
    completion,
    ...(leaf === null ? [] : [insertLeafOfChanged(db, { ...leaf, analysisId, batchKey: null, now })]),
    insertEntries(db, eq(analyses.id, analysisId)),
  ]);
  return meta.changes > 0;
}

/** Returns its use, once. */
export async function failScoring(
  db: Database,
  { analysisId, now }: { analysisId: number; now: number },
): Promise<void> {
  const isOfStatus = (status: number) => and(eq(analyses.id, analysisId), eq(analyses.status, status));
  const failed = db.select({ id: analyses.id }).from(analyses).where(isOfStatus(AnalysisStatus.failed));
  await db.batch([
    db.update(analyses).set({ status: AnalysisStatus.failed }).where(isOfStatus(AnalysisStatus.running)),
    returnUses(db, { of: failed, now }),
  ]);
}
