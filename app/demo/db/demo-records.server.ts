import { and, asc, desc, eq, exists, gte, inArray, isNotNull, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import { newAnalysisRow } from "#app/db/analyses/new-analyses.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { isAmong, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { startsAt } from "#app/db/racing/races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { recordEntries, recordFigures } from "#app/db/schema/own-records.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { crowdForecasts } from "#app/db/schema/seasons.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { CrowdForecast } from "#app/domain/season/crowd.ts";
import { isVisibleSampleResult } from "./demo-models.server.ts";
import { isLivingDemoOwner } from "./demo-users.server.ts";

/** After the body weights. */
const LEAD_SECONDS = 40 * 60;

const datedAt = sql<number>`${startsAt()} - ${LEAD_SECONDS}`;

const isCentralFlatResult = and(
  eq(races.venueType, VenueType.central),
  isVisibleSampleResult,
  isNotNull(races.startTime),
  sql`${races.surface} is not 'jump'`,
);

/** Running analyses of past races that a model has none of, deleted ones included; newest races first. */
export async function insertDemoRecords(
  db: Database,
  {
    models: recorded,
    today,
    now,
    limit,
  }: { models: readonly { key: string; from: string }[]; today: string; now: number; limit: number },
): Promise<void> {
  const known = db
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(eq(analyses.modelId, models.id), eq(analyses.raceId, races.raceId)));
  await db
    .insert(analyses)
    .select(
      db
        .select(rowSelection(analyses, newAnalysisRow(datedAt, { confirmedAt: now })))
        .from(jsonRows(recorded))
        .innerJoin(models, eq(models.formKey, jsonField("key")))
        .innerJoin(users, isLivingDemoOwner)
        .innerJoin(races, and(isCentralFlatResult, gte(races.date, jsonField("from")), lt(races.date, today)))
        .where(
          and(
            eq(models.status, ModelStatus.complete),
            isNull(models.deletedAt),
            lt(models.completedAt, datedAt),
            or(isNull(models.cutoffDay), lte(models.cutoffDay, races.date)),
            notExists(known),
          ),
        )
        .orderBy(desc(races.date), asc(models.id), asc(races.raceId))
        .limit(limit),
    )
    .onConflictDoNothing();
}

/** Users' own analyses have another instant, or a seal. */
function selectDated(db: Database, keys: readonly string[]) {
  return db
    .select({ id: analyses.id })
    .from(models)
    .innerJoin(users, isLivingDemoOwner)
    .innerJoin(analyses, eq(analyses.modelId, models.id))
    .innerJoin(races, and(eq(races.raceId, analyses.raceId), eq(races.source, "sample")))
    .$dynamic()
    .where(and(isAmong(models.formKey, keys), eq(analyses.createdAt, datedAt), isNull(analyses.deletedAt)));
}

export async function listUnscoredRecords(
  db: Database,
  { keys, limit }: { keys: readonly string[]; limit: number },
): Promise<number[]> {
  const dated = selectDated(db, keys).as("dated");
  const rows = await db
    .select({ id: analyses.id })
    .from(analyses)
    .innerJoin(dated, eq(dated.id, analyses.id))
    .where(eq(analyses.status, AnalysisStatus.running))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Completes them when they were created. Figures counted meanwhile are counted again. */
export async function dateDemoRecords(db: Database, { keys }: { keys: readonly string[] }): Promise<void> {
  const isUndated = and(
    eq(analyses.id, recordEntries.analysisId),
    inArray(analyses.id, selectDated(db, keys)),
    lt(analyses.createdAt, analyses.completedAt),
    eq(recordEntries.hasSeal, false),
  );
  const undated = db.select({ createdAt: analyses.createdAt }).from(analyses).where(isUndated);
  const entry = db.select({ id: recordEntries.analysisId }).from(recordEntries).where(isUndated);
  const ofUser = db
    .select({ id: recordEntries.analysisId })
    .from(recordEntries)
    .innerJoin(analyses, isUndated)
    .where(eq(recordEntries.userId, recordFigures.userId));
  await db.batch([
    db.delete(recordFigures).where(exists(ofUser)),
    db
      .update(recordEntries)
      .set({ completedAt: sql`${undated}` })
      .where(exists(undated)),
    db.update(analyses).set({ completedAt: analyses.createdAt }).where(exists(entry)),
  ]);
}

export async function publishDemoModels(
  db: Database,
  { keys, now }: { keys: readonly string[]; now: number },
): Promise<void> {
  await db
    .update(models)
    .set({ publishedAt: now })
    .where(
      and(
        isAmong(models.formKey, keys),
        isNull(models.publishedAt),
        exists(db.select().from(users).where(isLivingDemoOwner)),
      ),
    );
}

export async function listRacesWithoutCrowd(
  db: Database,
  { from, today, limit }: { from: string; today: string; limit: number },
): Promise<{ raceId: string; startsAt: number }[]> {
  const fixed = db
    .select({ raceId: crowdForecasts.raceId })
    .from(crowdForecasts)
    .where(eq(crowdForecasts.raceId, races.raceId));
  return await db
    .select({ raceId: races.raceId, startsAt: startsAt().as("starts_at") })
    .from(races)
    .where(and(isCentralFlatResult, gte(races.date, from), lt(races.date, today), notExists(fixed)))
    .orderBy(desc(races.date), asc(races.startTime), asc(races.raceId))
    .limit(limit);
}

/** Without a seal. */
export async function insertDemoCrowd(
  db: Database,
  {
    race: { raceId, date },
    forecast,
    fixedAt,
  }: { race: Pick<Race, "raceId" | "date">; forecast: CrowdForecast; fixedAt: number },
): Promise<void> {
  await db
    .insert(crowdForecasts)
    .values({ raceId, date, forecast: JSON.stringify(forecast), members: forecast.members, fixedAt })
    .onConflictDoNothing();
}
