import { and, asc, desc, eq, inArray, isNull, notExists } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong, present } from "#app/db/fragments.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { isVisibleSampleResult } from "./demo-models.server.ts";
import { isLivingDemoOwner, isLivingDemoUser } from "./demo-users.server.ts";

export interface DemoCopy {
  key: string;
  email: string;
  name: string;
  source: string;
}

export type FrozenModel = Pick<
  typeof models.$inferInsert,
  "formKey" | "name" | "status" | "features" | "featureCount" | "progress"
>;

export async function listDemoUserIds(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .select({ email: present(users.email), id: users.id })
    .from(users)
    .where(isLivingDemoUser);
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** Adds models whose state never changes: a failed one, and one in progress without a job. */
export async function insertFrozenModels(
  db: Database,
  { userId, models: frozen, now }: { userId: number; models: readonly FrozenModel[]; now: number },
): Promise<void> {
  const keys = frozen.map(({ formKey }) => formKey);
  await db.batch([
    db
      .insert(models)
      .values(
        frozen.map((model) => ({
          ...model,
          userId,
          venueType: VenueType.central,
          isWeight: false,
          createdAt: now,
          completedAt: model.status === ModelStatus.failed ? now : null,
        })),
      )
      .onConflictDoNothing({ target: [models.userId, models.formKey] }),
    // Restart the time of the model in progress at every call, so that it never looks overdue.
    db
      .update(models)
      .set({ createdAt: now })
      .where(
        and(
          eq(models.userId, userId),
          inArray(models.formKey, keys),
          eq(models.status, ModelStatus.creating),
          isNull(models.deletedAt),
        ),
      ),
  ]);
}

export async function insertCopy(
  db: Database,
  { userId, copy: { key, name, source }, now }: { userId: number; copy: DemoCopy; now: number },
): Promise<void> {
  const [found] = await db
    .select({ model: models })
    .from(models)
    .innerJoin(users, and(eq(users.id, models.userId), eq(users.isDemo, true)))
    .where(and(eq(models.formKey, source), eq(models.status, ModelStatus.complete), isNull(models.deletedAt)));
  if (found === undefined) return;
  const { id: _, ...model } = found.model;
  const own = { userId, formKey: key, name, createdAt: now, completedAt: now + 60, confirmedAt: now + 60 };
  await db
    .insert(models)
    .values({ ...model, ...own })
    .onConflictDoNothing({ target: [models.userId, models.formKey] });
}

export async function listModelsWithoutAnalysis(db: Database, keys: readonly string[]) {
  return await db
    .select({ id: models.id, userId: models.userId, name: models.name, key: models.formKey })
    .from(models)
    .innerJoin(users, isLivingDemoOwner)
    .where(
      and(
        eq(models.status, ModelStatus.complete),
        isNull(models.deletedAt),
        isAmong(models.formKey, keys),
        notExists(db.select({ id: analyses.id }).from(analyses).where(eq(analyses.modelId, models.id))),
      ),
    );
}

export async function listNewestRaces(db: Database, { raceNum, limit }: { raceNum: number; limit: number }) {
  return await db
    .select()
    .from(races)
    .where(and(eq(races.venueType, VenueType.central), eq(races.raceNum, raceNum), isVisibleSampleResult))
    .orderBy(desc(races.date), asc(races.raceId))
    .limit(limit);
}

/** Adds analyses in progress, all at once; races that the model has an analysis of are skipped. */
export async function insertDemoAnalyses(
  db: Database,
  model: { id: number; userId: number; name: string },
  rows: readonly { race: typeof races.$inferSelect; createdAt: number; confirmedAt: number | null }[],
): Promise<void> {
  await db
    .insert(analyses)
    .values(
      rows.map(({ race: { raceId, inputsVersion, raceNum, name, venue, venueType, date }, ...times }) => ({
        userId: model.userId,
        modelId: model.id,
        modelName: model.name,
        raceId,
        raceInputsVersion: inputsVersion,
        venueType,
        status: AnalysisStatus.running,
        raceInfo: JSON.stringify({ race_num: raceNum, name, title: venue, date }),
        ...times,
      })),
    )
    .onConflictDoNothing();
}

export async function listRunningAnalyses(
  db: Database,
  { keys, raceNum }: { keys: readonly string[]; raceNum: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: analyses.id })
    .from(models)
    .innerJoin(users, and(eq(users.id, models.userId), eq(users.isDemo, true)))
    .innerJoin(analyses, eq(analyses.modelId, models.id))
    .innerJoin(races, and(eq(races.raceId, analyses.raceId), eq(races.raceNum, raceNum)))
    .where(and(isAmong(models.formKey, keys), eq(analyses.status, AnalysisStatus.running), isNull(analyses.deletedAt)));
  return rows.map(({ id }) => id);
}
