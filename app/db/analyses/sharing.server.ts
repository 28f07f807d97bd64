import { and, asc, desc, eq, gt, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { bytesOf, columnsOf, existsIn, isAmong, publicName } from "#app/db/fragments.server.ts";
import { runnersOfRace } from "#app/db/racing/race-outcomes.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { imports, races } from "#app/db/schema/racing.server.ts";
import { sealLeaves } from "#app/db/schema/seal.server.ts";
import { unzipDetails } from "#app/db/zipped-details.server.ts";
import { HIDDEN_MODEL_NAME, HIDDEN_USER_NAME } from "#app/domain/accounts/profile.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { RaceOutcome } from "#app/domain/scoring/shared-analysis.ts";
import { parseRaceInfo, parseScores } from "./analyses.server.ts";

export type ShareFacts = NonNullable<Awaited<ReturnType<typeof markShared>>>;

/** The names differ from those of other tables' columns. */
function outcomeColumns(db: Database) {
  return {
    raceStatus: sql`${races.status}`.mapWith(races.status).as("race_status"),
    dataVersion: races.dataVersion,
    runners: runnersOfRace(db),
  };
}

type OutcomeRow = Omit<RaceOutcome, "status"> & { raceStatus: RaceOutcome["status"] };

function toOutcome({ raceStatus, dataVersion, runners }: OutcomeRow): RaceOutcome {
  return { dataVersion, status: raceStatus, runners };
}

/** Null: unknown, deleted or another user's. */
export async function markShared(
  db: Database,
  { userId, analysisId, now }: { userId: number; analysisId: number; now: number },
) {
  const [, [row]] = await db.batch([
    db
      .update(analyses)
      .set({ sharedAt: now })
      .where(
        and(isOwn({ userId, analysisId }), eq(analyses.status, AnalysisStatus.complete), isNull(analyses.sharedAt)),
      ),
    db
      .select({
        status: analyses.status,
        modelId: analyses.modelId,
        modelName: publicName(analyses.modelName, HIDDEN_MODEL_NAME).as("shown_model"),
        userName: publicName(users.name, HIDDEN_USER_NAME).as("user_name"),
        ...columnsOf(analyses, "venueType", "isLearntFrom", "raceInfo"),
        ...columnsOf(races, "startTime", "surface", "distanceM", "grade"),
        ...columnsOf(analyses, "scores", "createdAt", "completedAt", "sharedAt"),
        seal: sealLeaves.hash,
        modelSkill: sql<number | null>`${models.report} ->> 'pseudoR2'`,
        zippedDetails: bytesOf(analyses.zippedDetails).as("zipped_details"),
        ...outcomeColumns(db),
      })
      .from(analyses)
      .leftJoin(models, eq(models.id, analyses.modelId))
      .leftJoin(sealLeaves, eq(sealLeaves.analysisId, analyses.id))
      .innerJoin(users, eq(users.id, analyses.userId))
      .innerJoin(races, eq(races.raceId, analyses.raceId))
      .where(isOwn({ userId, analysisId })),
  ]);
  if (row === undefined) return null;
  const { raceStatus: _, dataVersion: __, runners: ___, zippedDetails, ...shown } = row;
  return {
    ...shown,
    outcome: toOutcome(row),
    raceInfo: parseRaceInfo(row.raceInfo),
    scores: parseScores(row.scores),
    details: unzipDetails(zippedDetails),
  };
}

function isOwn({ userId, analysisId }: { userId: number; analysisId: number }) {
  return and(eq(analyses.id, analysisId), eq(analyses.userId, userId), isNull(analyses.deletedAt));
}

const isShared = and(isNotNull(analyses.sharedAt), isNull(analyses.deletedAt));

export async function findSharedOutcome(db: Database, analysisId: number): Promise<RaceOutcome | null> {
  const row = await db
    .select(outcomeColumns(db))
    .from(analyses)
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .where(and(eq(analyses.id, analysisId), isShared))
    .get();
  return row === undefined ? null : toOutcome(row);
}

export async function listSharedOfImport(
  db: Database,
  { importId, after, limit }: { importId: number; after: number; limit: number },
): Promise<number[]> {
  const version = db.select({ version: imports.dataVersion }).from(imports).where(eq(imports.id, importId));
  const rows = await db
    .select({ id: sql`${analyses.id}`.mapWith(analyses.id) })
    .from(sql`${analyses} indexed by analyses_shared`)
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .where(and(isShared, gt(analyses.id, after), eq(races.dataVersion, sql`coalesce((${version}), ${importId})`)))
    .orderBy(asc(analyses.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findOwnShare(db: Database, own: { userId: number; analysisId: number }) {
  const row = await db.select({ sharedAt: analyses.sharedAt }).from(analyses).where(isOwn(own)).get();
  return row ?? null;
}

export async function markUnshared(db: Database, own: { userId: number; analysisId: number }): Promise<void> {
  await db.update(analyses).set({ sharedAt: null }).where(isOwn(own));
}

export async function listSharedOfUser(
  db: Database,
  { userId, limit }: { userId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(eq(analyses.userId, userId), isNotNull(analyses.sharedAt)))
    .orderBy(desc(analyses.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const { id, nameHiddenAt } = users;

/** The analysis was deleted, or shared before the name was hidden. The mark stays until the page is gone. */
const IS_LEFT = {
  deleted: and(isNotNull(analyses.sharedAt), isNotNull(analyses.deletedAt)),
  hidden: and(isShared, existsIn(users, and(eq(id, analyses.userId), gte(nameHiddenAt, analyses.sharedAt)))),
};
type LeftShares = keyof typeof IS_LEFT;

export async function listLeftShares(db: Database, left: LeftShares, { limit }: { limit: number }): Promise<number[]> {
  const rows = await db.select({ id: analyses.id }).from(analyses).where(IS_LEFT[left]).limit(limit);
  return rows.map((row) => row.id);
}

export async function clearLeftShares(db: Database, left: LeftShares, analysisIds: readonly number[]): Promise<void> {
  if (analysisIds.length === 0) return;
  await db
    .update(analyses)
    .set({ sharedAt: null })
    .where(and(isAmong(analyses.id, analysisIds), IS_LEFT[left]));
}
