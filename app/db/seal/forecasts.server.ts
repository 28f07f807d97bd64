import { and, asc, between, eq, gt, gte, isNull, notExists, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, isAmong, jsonField, jsonRows, ONE_ROW } from "#app/db/fragments.server.ts";
import { queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { isVisibleRace, startsAt } from "#app/db/racing/races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { appState, jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealForecasts, sealKeys, sealLeaves } from "#app/db/schema/seal.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { VenueType } from "#app/domain/racing/race.ts";

/** Forecasts of ranked models, sealed by lots before the races start. */

/** Models of a lot: those with ids of one hundred. */
export const MODELS_PER_LOT = 100;

/** A central race that is still to start and has its runners. */
export interface ComingRace {
  raceId: string;
  date: string;
  startTime: string | null;
  /** Version of the inputs without body weights, and with them. */
  inputsVersion: number;
  weightsVersion: number;
}

/** In the order of their days (index races_visible_venue_type_date). */
export async function listComingRaces(
  db: Database,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<ComingRace[]> {
  return await db
    .select({
      raceId: races.raceId,
      date: races.date,
      startTime: races.startTime,
      inputsVersion: races.inputsVersion,
      weightsVersion: sql`max(${races.inputsVersion}, ${races.weightsVersion})`
        .mapWith(races.inputsVersion)
        .as("with_weights"),
    })
    .from(races)
    .where(
      and(
        sql`${and(eq(races.venueType, VenueType.central), isVisibleRace)}`.inlineParams(),
        between(races.date, from, to),
        eq(races.status, "scheduled"),
        gt(races.runnerCount, 0),
        or(isNull(races.startTime), gt(startsAt(), now)),
      ),
    )
    .orderBy(asc(races.date), asc(races.startTime), asc(races.raceId));
}

/** What the jobs of coming races were made for last (primary key). */
export async function readForecastState(db: Database): Promise<string | null> {
  const row = await db.select({ value: appState.value }).from(appState).where(eq(appState.key, STATE_KEY)).get();
  return row?.value ?? null;
}

const STATE_KEY = "forecasts-given";

/** Lots with complete central models, whose owners may be ranked (index models_status_venue_type). */
export async function listLots(db: Database): Promise<number[]> {
  // D1 binds every number as a real, by which SQLite would divide without rounding.
  const lot = sql<number>`cast(${models.id} / ${MODELS_PER_LOT} as integer)`;
  const rows = await db
    .selectDistinct({ lot: lot.as("lot") })
    .from(models)
    .where(
      and(eq(models.status, ModelStatus.complete), eq(models.venueType, VenueType.central), isNull(models.deletedAt)),
    );
  return rows.map(({ lot }) => lot);
}

/** Inserts the jobs of lots, none where one is open, and notes what they are for; one transaction (index jobs_open_once). */
export async function insertForecastJobs(
  db: Database,
  { state, lots, now }: { state: string; lots: readonly { jobId: string; lot: number }[]; now: number },
): Promise<void> {
  await db.batch([
    db
      .insert(jobs)
      .select(
        db
          .select(
            queuedJob({
              id: jsonField<string>("jobId"),
              kind: "seal-forecasts",
              subject: sql<string>`${jsonField("lot")} || '@' || ${state}`,
              payload: sql`json_object('lot', ${jsonField("lot")})`,
              now,
            }),
          )
          .from(jsonRows(lots))
          .where(sql`true`),
      )
      .onConflictDoNothing(),
    db
      .insert(appState)
      .values({ key: STATE_KEY, value: state })
      .onConflictDoUpdate({ target: appState.key, set: { value: state } }),
  ]);
}

/** Deletes what the last jobs were created for, so that they are created again; sealed lots find nothing to do. */
export async function clearForecastState(db: Database): Promise<void> {
  await db.delete(appState).where(eq(appState.key, STATE_KEY));
}

/** What a lot has been sealed for: the newest version of each race (primary key). */
export async function listSealedForecasts(
  db: Database,
  { lot, raceIds }: { lot: number; raceIds: readonly string[] },
): Promise<{ raceId: string; isWeight: boolean; version: number }[]> {
  return await db
    .select({
      raceId: sealForecasts.raceId,
      isWeight: sealForecasts.isWeight,
      version: sql`max(${sealForecasts.version})`.mapWith(sealForecasts.version),
    })
    .from(sealForecasts)
    .where(and(isAmong(sealForecasts.raceId, raceIds), eq(sealForecasts.lot, lot)))
    .groupBy(sealForecasts.raceId, sealForecasts.isWeight);
}

/**
 * Seals a lot's batch and notes its races, in one transaction, unless another run has sealed one of them on the same card or a
 * newer one (primary key).
 */
export async function saveForecasts(
  db: Database,
  {
    lot,
    isWeight,
    of,
    leaf,
    now,
  }: {
    lot: number;
    isWeight: boolean;
    of: readonly { raceId: string; version: number }[];
    leaf: { hash: string; batchKey: string; raceId: string };
    now: number;
  },
): Promise<boolean> {
  const isSealed = db
    .select({ raceId: sealForecasts.raceId })
    .from(jsonRows(of))
    .innerJoin(
      sealForecasts,
      and(
        eq(sealForecasts.raceId, jsonField("raceId")),
        eq(sealForecasts.lot, lot),
        eq(sealForecasts.isWeight, isWeight),
        gte(sealForecasts.version, jsonField("version")),
      ),
    );
  const leafRow = rowSelection(sealLeaves, { ...leaf, id: sql`null`, body: null, analysisId: null, createdAt: now });
  const [saved] = await db.batch([
    db.insert(sealLeaves).select(db.select(leafRow).from(ONE_ROW).where(notExists(isSealed))),
    db.insert(sealForecasts).select(
      db
        .select(
          rowSelection(sealForecasts, {
            raceId: jsonField("raceId"),
            lot,
            isWeight,
            version: jsonField("version"),
            leafId: sql`(${db.select({ id: sealLeaves.id }).from(sealLeaves).where(eq(sealLeaves.hash, leaf.hash))})`,
          }),
        )
        .from(jsonRows(of))
        .where(CHANGED_ONE),
    ),
  ]);
  return saved.meta.changes === 1;
}

/**
 * The newest sealed batch for a race of a user's model's lot, with the key of the user's texts in it, deleted models included;
 * null: none (primary keys).
 */
export async function findForecastBatch(
  db: Database,
  { raceId, modelId, userId }: { raceId: string; modelId: number; userId: number },
): Promise<{
  batchKey: string;
  hash: string;
  createdAt: number;
  day: string | null;
  position: number | null;
  /** Null: there is none, or it was deleted. */
  ownerKey: string | null;
} | null> {
  const row = await db
    .select({
      batchKey: sealLeaves.batchKey,
      hash: sealLeaves.hash,
      createdAt: sealLeaves.createdAt,
      day: sealLeaves.day,
      position: sealLeaves.position,
      ownerKey: sealKeys.key,
    })
    .from(models)
    .innerJoin(
      sealForecasts,
      and(
        eq(sealForecasts.raceId, raceId),
        eq(sealForecasts.lot, Math.floor(modelId / MODELS_PER_LOT)),
        eq(sealForecasts.isWeight, models.isWeight),
      ),
    )
    .innerJoin(sealLeaves, eq(sealLeaves.id, sealForecasts.leafId))
    .leftJoin(sealKeys, eq(sealKeys.userId, models.userId))
    .where(and(eq(models.id, modelId), eq(models.userId, userId)))
    .orderBy(sql`${sealForecasts.version} desc`)
    .limit(1)
    .get();
  return row?.batchKey == null ? null : { ...row, batchKey: row.batchKey };
}
