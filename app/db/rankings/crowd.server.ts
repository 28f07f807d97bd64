import {
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  sql,
} from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { existsIn } from "#app/db/fragments.server.ts";
import { isOwnModel } from "#app/db/models/models.server.ts";
import { selectNewestOdds } from "#app/db/racing/odds.server.ts";
import { isVisibleRace, raceColumns, runnerColumns, startsAt } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { sealLeaves } from "#app/db/schema/seal.server.ts";
import { crowdForecasts, seasonEntries } from "#app/db/schema/seasons.server.ts";
import { insertLeafOfChanged, type NewLeaf } from "#app/db/seal/seals.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { CrowdForecast } from "#app/domain/season/crowd.ts";
import type { SeasonEntry } from "#app/domain/season/season-board.ts";

/** One per race, written once. */

export interface StoredCrowd extends CrowdForecast {
  raceId: string;
  date: string;
  fixedAt: number;
}

interface Minutes {
  date: string;
  /** HH:MM in Japan. */
  after: string;
  until: string;
}

/** Flat central races. */
function startsWithin({ date, after, until }: Minutes) {
  return and(
    eq(races.venueType, VenueType.central),
    eq(races.date, date),
    isVisibleRace,
    eq(races.status, "scheduled"),
    sql`${races.surface} is not 'jump'`,
    gt(races.startTime, after),
    lte(races.startTime, until),
  );
}

export async function listDueCrowds(db: Database, minutes: Minutes): Promise<string[]> {
  const rows = await db
    .select({ raceId: races.raceId })
    .from(races)
    .where(and(startsWithin(minutes), not(existsIn(crowdForecasts, eq(crowdForecasts.raceId, races.raceId)))))
    .orderBy(asc(races.startTime));
  return rows.map(({ raceId }) => raceId);
}

export type CrowdRace = NonNullable<Awaited<ReturnType<typeof readCrowdRace>>>;

export async function readCrowdRace(db: Database, raceId: string) {
  const isAsked = eq(races.raceId, raceId);
  const [[row], card, newestOdds] = await db.batch([
    db
      .select({ ...raceColumns, inputs: races.inputsVersion, weights: races.weightsVersion })
      .from(races)
      .where(and(isAsked, isVisibleRace)),
    db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
    selectNewestOdds(db, isAsked),
  ]);
  if (row === undefined) return null;
  const { inputs, weights, ...race } = row;
  return { race, runners: card, inputsVersion: Math.max(inputs, weights), newestOdds };
}

export type CrowdCandidate = Awaited<ReturnType<typeof listCrowdCandidates>>[number];

/** Not excluded. The value is the shrunken skill. */
export async function listCrowdCandidates(db: Database, buildId: string) {
  const rows = await db
    .select({
      modelId: models.id,
      userId: models.userId,
      entry: seasonEntries.entry,
      artifactKey: sql<string>`${models.artifactKey}`.as("artifact_key"),
    })
    .from(seasonEntries)
    .innerJoin(models, eq(models.id, seasonEntries.modelId))
    .innerJoin(users, eq(users.id, models.userId))
    .where(
      and(
        eq(seasonEntries.buildId, buildId),
        eq(models.status, ModelStatus.complete),
        isNull(models.deletedAt),
        isNull(models.keptOutAt),
        isNull(users.deletedAt),
        isNotNull(models.artifactKey),
      ),
    )
    .orderBy(asc(models.id));
  return rows.map(({ entry, ...row }) => ({ ...row, value: (JSON.parse(entry) as SeasonEntry).value }));
}

/** Once with its seal, before the start. @returns false otherwise */
export async function saveCrowdForecast(
  db: Database,
  {
    raceId,
    forecast,
    leaf,
    ...minutes
  }: Minutes & { raceId: string; forecast: CrowdForecast; leaf: Omit<NewLeaf, "now"> | null; now: number },
): Promise<boolean> {
  const { now } = minutes;
  const row = {
    raceId: races.raceId,
    date: races.date,
    forecast: JSON.stringify(forecast),
    members: forecast.members,
    fixedAt: now,
  };
  const source = { from: races, where: and(eq(races.raceId, raceId), startsWithin(minutes)) };
  const save = insertWhere(db, crowdForecasts, row, source).onConflictDoNothing();
  if (leaf === null) return (await save).meta.changes === 1;
  const [{ meta }] = await db.batch([save, insertLeafOfChanged(db, { ...leaf, now })]);
  return meta.changes === 1;
}

const sealOfCrowd = sql<string | null>`(${crowdForecasts.forecast} ->> '$.seal')`;

/** Forecasts without a head before the start are left out. */
export async function listCrowdForecasts(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<(StoredCrowd & { raceClass: string | null })[]> {
  const rows = await db
    .select({ ...getTableColumns(crowdForecasts), raceClass: races.raceClass })
    .from(crowdForecasts)
    .innerJoin(races, eq(races.raceId, crowdForecasts.raceId))
    .leftJoin(sealLeaves, eq(sealLeaves.hash, sealOfCrowd))
    .where(and(between(crowdForecasts.date, from, to), or(isNull(sealOfCrowd), lt(sealLeaves.sealedAt, startsAt()))))
    .orderBy(asc(crowdForecasts.raceId));
  return rows.map(({ raceClass, ...row }) => ({ ...readCrowdRow(row), raceClass }));
}

/** The race of the forecast that was fixed last; null: none. */
export async function findNewestCrowd(db: Database): Promise<string | null> {
  const [newest] = await db
    .select({ raceId: crowdForecasts.raceId })
    .from(crowdForecasts)
    .innerJoin(races, eq(races.raceId, crowdForecasts.raceId))
    .where(isVisibleRace)
    .orderBy(desc(crowdForecasts.date), desc(crowdForecasts.fixedAt))
    .limit(1);
  return newest?.raceId ?? null;
}

export function readCrowdRow({ forecast, raceId, date, fixedAt }: typeof crowdForecasts.$inferSelect): StoredCrowd {
  return { ...(JSON.parse(forecast) as CrowdForecast), raceId, date, fixedAt };
}

/** From the next race on. */
export async function setKeptOut(
  db: Database,
  { modelId, userId, isKeptOut, now }: { modelId: number; userId: number; isKeptOut: boolean; now: number },
): Promise<boolean> {
  const { meta } = await db
    .update(models)
    .set({ keptOutAt: isKeptOut ? sql`coalesce(${models.keptOutAt}, ${now})` : null })
    .where(isOwnModel({ userId, modelId }));
  return meta.changes === 1;
}

export async function findKeptOut(
  db: Database,
  { modelId, userId }: { modelId: number; userId: number },
): Promise<boolean | null> {
  const row = await db
    .select({ keptOutAt: models.keptOutAt })
    .from(models)
    .where(isOwnModel({ userId, modelId }))
    .get();
  return row === undefined ? null : row.keptOutAt !== null;
}
