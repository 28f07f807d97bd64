import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { bookSubject, type UsageBooking } from "#app/db/accounts/usage.server.ts";
import { type Database, prepareBatch, prepareOnce } from "#app/db/database.server.ts";
import { CHANGED_ONE, columnsOf, existsIn, hasRow, isLiving, ONE_ROW } from "#app/db/fragments.server.ts";
import type { NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { models, suggestionSearches } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { HELD_STATUSES, isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";
import { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import { selectAncestors } from "./lineage.server.ts";
import { isWorking, selectSearchUses } from "./search-uses.server.ts";

export interface ModelRecord extends Omit<ModelSummary, "disabled" | "report"> {
  /** Counts against the plan. */
  isHeld: boolean;
  /** JSON, or null. */
  report: string | null;
}

const listedColumns = {
  modelId: models.id,
  ...columnsOf(models, "name", "venueType", "features", "featureCount", "isWeight", "status"),
  ...columnsOf(models, "progress", "report", "cutoffDay", "createdAt", "completedAt", "confirmedAt"),
};

type ModelRow = Awaited<ReturnType<typeof selectModels>>[number];

const prepareList = prepareOnce((db) => selectModels(db, { userId: sql.placeholder("userId") }).prepare());

/** Not deleted, unordered. */
export async function listModels(db: Database, { userId }: { userId: number }): Promise<ModelRecord[]> {
  const rows = await prepareList(db).all({ userId });
  return rows.map(toModelRecord);
}

const readListWithDetails = prepareBatch((db) => [
  db
    .select({
      ...listedColumns,
      details: sql<string | null>`case when ${models.id} = ${sql.placeholder("modelId")} then ${models.details} end`,
    })
    .from(models)
    .where(isOwn(sql.placeholder("userId"))),
  selectAncestors(db, { userId: sql.placeholder("userId"), modelId: sql.placeholder("modelId") }),
  db
    .select({ date: races.date })
    .from(races)
    .where(
      and(
        eq(
          races.venueType,
          sql`(select m.venue_type from models m where m.id = ${sql.placeholder("modelId")} and m.user_id = ${sql.placeholder("userId")})`,
        ),
        isVisibleRace,
        eq(races.status, "result"),
      ),
    )
    .orderBy(desc(races.date))
    .limit(1),
  selectSearchUses(db, { userId: sql.placeholder("userId"), month: sql.placeholder("month") }),
]);

/** With one model's details, its ancestors, the newest day with a result and the account's searches. */
export async function listModelsWithDetails(db: Database, asked: { userId: number; modelId: number; month: string }) {
  const [rows, ancestors, [newest], [uses]] = await readListWithDetails(db, asked);
  return {
    models: rows.map(({ details: _, ...row }) => toModelRecord(row)),
    details: rows.find((row) => row.modelId === asked.modelId)?.details ?? null,
    ancestors,
    newestResultDay: newest?.date ?? null,
    searches: uses ?? { thisMonth: 0, working: 0 },
  };
}

const prepareListWithArtifacts = prepareOnce((db) =>
  db
    .select({ ...listedColumns, artifactKey: sql<string | null>`nullif(${models.artifactKey}, '')` })
    .from(models)
    .where(isOwn(sql.placeholder("userId")))
    .prepare(),
);

export async function listModelsWithArtifacts(db: Database, { userId }: { userId: number }) {
  const rows = await prepareListWithArtifacts(db).all({ userId });
  return rows.map(({ artifactKey, ...row }) => ({ model: toModelRecord(row), artifactKey }));
}

export function selectModelsWithFigures(db: Database, { userId }: { userId: number | Placeholder }) {
  return db
    .select({
      ...listedColumns,
      figures: sql<string | null>`case when ${models.details} is not null then json_object(
        'pseudoR2', json_extract(${models.details}, '$.report.pseudoR2'),
        'model', json_extract(${models.details}, '$.report.model'),
        'favouriteBets', json_extract(${models.details}, '$.report.favouriteBets')) end`,
    })
    .from(models)
    .where(isOwn(userId));
}

const prepareListWithFigures = prepareOnce((db) =>
  selectModelsWithFigures(db, { userId: sql.placeholder("userId") }).prepare(),
);

/** Only the figures of each report: a tenth of it. */
export async function listModelsWithFigures(db: Database, { userId }: { userId: number }) {
  const rows = await prepareListWithFigures(db).all({ userId });
  return rows.map(({ figures, ...row }) => ({ model: toModelRecord(row), figures }));
}

type ModelKey = Record<"userId" | "modelId", number | SQL<number>>;

export function isOwnModel({ userId, modelId }: ModelKey) {
  return and(eq(models.id, modelId), eq(models.userId, userId), isNull(models.deletedAt));
}

export function isOwnComplete(model: ModelKey) {
  return and(isOwnModel(model), eq(models.status, ModelStatus.complete));
}

function isOwn(userId: number | Placeholder) {
  return and(eq(models.userId, userId), isNull(models.deletedAt));
}

export function selectModels(db: Database, { userId }: { userId: number | Placeholder }) {
  return db.select(listedColumns).from(models).where(isOwn(userId));
}

/** JSON; null where not measured. */
export const besideOddsColumns = {
  value: sql<string | null>`json_extract(${models.details}, '$.report.value')`,
  secondStage: sql<string | null>`json_extract(${models.details}, '$.report.secondStage')`,
};

export function selectModelsBesideOdds(db: Database, { userId }: { userId: number | Placeholder }) {
  return db
    .select({ ...listedColumns, ...besideOddsColumns })
    .from(models)
    .where(isOwn(userId));
}

export function toModelRecord({ features, confirmedAt, ...row }: ModelRow): ModelRecord {
  return {
    ...row,
    choice: JSON.parse(features) as FeatureChoice,
    isHeld: isHeld(row.status),
    isConfirmed: confirmedAt !== null,
  };
}

export interface NewModel {
  userId: number;
  /** The same key again inserts nothing. */
  formKey: string;
  /** Ignored unless the user's own and not deleted. */
  parentId: number | null;
  name: string;
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
  isWeight: boolean;
}

interface ModelInsertLimits {
  createdPerMonth: number | null;
  held: number | null;
}

const parents = alias(models, "parents");

/**
 * All or nothing: one guarded statement in one batch, so that parallel or repeated calls cannot exceed a limit.
 * @returns modelId null: a limit, or the account ended; isNew false: a repeated form
 */
export async function insertModel(
  db: Database,
  {
    model: { choice, parentId, ...model },
    limits,
    booking,
    job,
  }: {
    model: NewModel;
    limits: ModelInsertLimits;
    booking: UsageBooking;
    job: Pick<NewJob, "id" | "kind">;
  },
) {
  const { userId } = model;
  const parent = db
    .select({ id: parents.id })
    .from(parents)
    .where(and(eq(parents.id, parentId ?? 0), eq(parents.userId, userId), isNull(parents.deletedAt)));
  const isOfForm = and(eq(models.userId, userId), eq(models.formKey, model.formKey));
  const createdThisMonth = db.$count(
    usage,
    and(eq(usage.userId, userId), eq(usage.kind, "model"), eq(usage.month, booking.month), isNull(usage.returnedAt)),
  );
  const held = db.$count(models, and(isOwn(userId), inArray(models.status, HELD_STATUSES)));
  const ofForm = db.select({ id: models.id, deletedAt: models.deletedAt }).from(models).where(isOfForm).as("of_form");
  const [insertJob, insertUse] = bookSubject(db, { kind: "model", subject: ofForm, userId, booking, job });
  const row = {
    ...model,
    isAllVenue: model.venueType === 1 ? null : (choice.isAllVenue ?? 1),
    features: JSON.stringify(choice),
    status: ModelStatus.creating,
    createdAt: booking.now,
    ...(parentId === null ? {} : { parentId: sql`${parent}` }),
  };
  const isAllowed = and(
    isLiving(userId),
    limits.createdPerMonth === null ? undefined : lt(createdThisMonth, limits.createdPerMonth),
    limits.held === null ? undefined : lt(held, limits.held),
  );
  const [, made, , [outcome]] = await db.batch([
    insertWhere(db, models, row, { from: users, where: isAllowed }).onConflictDoNothing({
      target: [models.userId, models.formKey],
    }),
    insertJob,
    insertUse,
    db
      .select({
        modelId: ofForm.id,
        deletedAt: ofForm.deletedAt,
        createdThisMonth: createdThisMonth.as("created_this_month"),
        held: held.as("held"),
      })
      .from(ONE_ROW)
      .leftJoin(ofForm, sql`true`),
  ]);
  if (outcome === undefined) throw new Error("the batch that inserts a model gave no outcome");
  const { deletedAt, ...facts } = outcome;
  return { ...facts, isDeleted: deletedAt !== null, isNew: made.meta.changes === 1 };
}

/** False: nothing changed. */
export async function renameModel(
  db: Database,
  { userId, modelId, name }: { userId: number; modelId: number; name: string },
): Promise<boolean> {
  const renamed = await db
    .update(models)
    .set({ name })
    .where(isOwnComplete({ userId, modelId }))
    .returning({ id: models.id });
  return renamed.length === 1;
}

/** One statement, so there is one at most. False: not the user's, deleted or not complete. */
export async function setDefaultModel(
  db: Database,
  { userId, modelId, isDefault }: { userId: number; modelId: number; isDefault: boolean },
): Promise<boolean> {
  const next = isDefault
    ? sql`${modelId}`
    : sql`case when ${users.defaultModelId} = ${modelId} then null else ${users.defaultModelId} end`;
  const set = await db
    .update(users)
    .set({ defaultModelId: next })
    .where(and(eq(users.id, userId), isNull(users.deletedAt), existsIn(models, isOwnComplete({ userId, modelId }))))
    .returning({ id: users.id });
  return set.length === 1;
}

/** In any status: a running training sees it, and a running search ends. False: not the user's, or gone. */
export async function removeModel(
  db: Database,
  { userId, modelId, now }: { userId: number; modelId: number; now: number },
): Promise<boolean> {
  const [removed] = await db.batch([
    db.update(models).set({ deletedAt: now }).where(isOwnModel({ userId, modelId })),
    db
      .update(suggestionSearches)
      .set({ status: SearchStatus.complete, completedAt: now })
      .where(and(eq(suggestionSearches.modelId, modelId), isWorking, CHANGED_ONE)),
  ]);
  return removed.meta.changes === 1;
}

/** False for another user's. */
export async function isRemovedModel(
  db: Database,
  { userId, modelId }: { userId: number; modelId: number },
): Promise<boolean> {
  return await hasRow(db, models, and(eq(models.id, modelId), eq(models.userId, userId), isNotNull(models.deletedAt)));
}

/** Without an id all finished ones. */
export async function confirmModels(
  db: Database,
  { userId, modelId, now }: { userId: number; modelId: number | undefined; now: number },
): Promise<void> {
  await db
    .update(models)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(models.userId, userId),
        ne(models.status, ModelStatus.creating),
        isNull(models.confirmedAt),
        isNull(models.deletedAt),
        modelId === undefined ? undefined : eq(models.id, modelId),
      ),
    );
}
