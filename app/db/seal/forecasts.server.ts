import { and, asc, between, eq, gt, gte, isNull, notExists, or, sql } from "drizzle-orm";
import { deleteState, readState, saveState } from "#app/db/app-state.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, columnsOf, isAmong, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { insertJobWhere } from "#app/db/jobs/new-jobs.server.ts";
import { isVisibleRace, startsAt } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealForecasts, sealKeys, sealLeaves } from "#app/db/schema/seal.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { VenueType } from "#app/domain/racing/race.ts";

/** One batch (lot): models with ids of one hundred. */
export const MODELS_PER_LOT = 100;

export type ComingRace = Awaited<ReturnType<typeof listComingRaces>>[number];

export async function listComingRaces(db: Database, { from, to, now }: { from: string; to: string; now: number }) {
  return await db
    .select({
      ...columnsOf(races, "raceId", "date", "startTime"),
      // Without body weights, and with them.
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

export async function readForecastState(db: Database): Promise<string | null> {
  return await readState(db, STATE_KEY);
}

const STATE_KEY = "forecasts-given";

/** With complete central models. */
export async function listLots(db: Database): Promise<number[]> {
  // D1 binds numbers as reals, which divide without rounding.
  const lot = sql<number>`cast(${models.id} / ${MODELS_PER_LOT} as integer)`;
  const rows = await db
    .selectDistinct({ lot: lot.as("lot") })
    .from(models)
    .where(
      and(eq(models.status, ModelStatus.complete), eq(models.venueType, VenueType.central), isNull(models.deletedAt)),
    );
  return rows.map(({ lot }) => lot);
}

/** One transaction; none where one is open. */
export async function insertForecastJobs(
  db: Database,
  { state, lots, now }: { state: string; lots: readonly { jobId: string; lot: number }[]; now: number },
): Promise<void> {
  await db.batch([
    insertJobWhere(
      db,
      {
        id: jsonField<string>("jobId"),
        kind: "seal-forecasts",
        subject: sql<string>`${jsonField("lot")} || '@' || ${state}`,
        payload: sql`json_object('lot', ${jsonField("lot")})`,
        now,
      },
      { from: jsonRows(lots), where: sql`true` },
    ).onConflictDoNothing(),
    saveState(db, STATE_KEY, state),
  ]);
}

/** The next jobs find sealed batches done. */
export async function clearForecastState(db: Database): Promise<void> {
  await deleteState(db, STATE_KEY);
}

/** The newest version of each race. */
export async function listSealedForecasts(db: Database, { lot, raceIds }: { lot: number; raceIds: readonly string[] }) {
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

/** One transaction, unless another run sealed the same card or a newer one. */
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
  const leafId = sql`(${db.select({ id: sealLeaves.id }).from(sealLeaves).where(eq(sealLeaves.hash, leaf.hash))})`;
  const forecast = {
    raceId: jsonField<string>("raceId"),
    lot,
    isWeight,
    version: jsonField<number>("version"),
    leafId,
  };
  const [saved] = await db.batch([
    insertWhere(db, sealLeaves, { ...leaf, id: sql`null`, createdAt: now }, { where: notExists(isSealed) }),
    insertWhere(db, sealForecasts, forecast, { from: jsonRows(of), where: CHANGED_ONE }),
  ]);
  return saved.meta.changes === 1;
}

/** Null: none. Deleted models included. @returns ownerKey: null: none, or deleted */
export async function findForecastBatch(
  db: Database,
  { raceId, modelId, userId }: { raceId: string; modelId: number; userId: number },
) {
  const row = await db
    .select({
      ...columnsOf(sealLeaves, "batchKey", "hash", "createdAt", "day", "position"),
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
