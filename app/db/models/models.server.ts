import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type { UsageBooking } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";

/** A user's model as stored; whether the plan allows it is decided elsewhere (app/domain/plans). */
export interface ModelRecord {
  modelId: number;
  name: string;
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
  isWeight: boolean;
  status: number;
  /** Takes one of the plan's places. */
  isHeld: boolean;
  progress: number | null;
  /** JSON of the model's report, or null. */
  report: string | null;
  cutoffDay: string | null;
  createdAt: number;
  completedAt: number | null;
  isConfirmed: boolean;
}

type ModelRow = Awaited<ReturnType<typeof selectModels>>[number];

/**
 * Every model of a user that is not deleted, in no order (index models_user_id_created_at). The query of
 * {@link selectModels}, written out: building it anew for each page cost as much as asking it.
 */
export async function listModels(d1: D1Database, { userId }: { userId: number }): Promise<ModelRecord[]> {
  const { results } = await prepareList(d1, userId).all<ListedRow>();
  return results.map(toListedRecord);
}

/**
 * As {@link listModels}, with the JSON of one model's details (null where it has none or is not among them); one round
 * trip.
 */
export async function listModelsWithDetails(
  d1: D1Database,
  { userId, modelId }: { userId: number; modelId: number },
): Promise<{ models: ModelRecord[]; details: string | null }> {
  const [listed, detailed] = await d1.batch([
    prepareList(d1, userId),
    d1
      .prepare("select details from models where id = ?2 and user_id = ?1 and deleted_at is null")
      .bind(userId, modelId),
  ]);
  const models = (listed?.results ?? []) as ListedRow[];
  const [found] = (detailed?.results ?? []) as { details: string | null }[];
  return { models: models.map(toListedRecord), details: found?.details ?? null };
}

/**
 * As {@link listModels}, with the JSON of the figures that a list shows of each report: a
 * tenth of the report, taken out of it where it lies. Models without a report are not among `figures`. One round trip.
 */
export async function listModelsWithFigures(
  d1: D1Database,
  { userId }: { userId: number },
): Promise<{ models: ModelRecord[]; figures: { modelId: number; figures: string }[] }> {
  const [listed, measured] = await d1.batch([
    prepareList(d1, userId),
    d1
      .prepare(
        `select id as modelId, json_object(
           'pseudoR2', json_extract(details, '$.report.pseudoR2'),
           'model', json_extract(details, '$.report.model'),
           'favouriteBets', json_extract(details, '$.report.favouriteBets')) as figures
         from models where user_id = ?1 and deleted_at is null and details is not null`,
      )
      .bind(userId),
  ]);
  return {
    models: ((listed?.results ?? []) as ListedRow[]).map(toListedRecord),
    figures: (measured?.results ?? []) as { modelId: number; figures: string }[],
  };
}

type ListedRow = Omit<ModelRow, "isWeight"> & { isWeight: number };

function prepareList(d1: D1Database, userId: number): D1PreparedStatement {
  return d1
    .prepare(
      `select id as modelId, name, venue_type as venueType, features, feature_count as featureCount,
         is_weight as isWeight, status, progress, report, cutoff_day as cutoffDay, created_at as createdAt,
         completed_at as completedAt, confirmed_at as confirmedAt
       from models where user_id = ?1 and deleted_at is null`,
    )
    .bind(userId);
}

function toListedRecord(row: ListedRow): ModelRecord {
  return toModelRecord({ ...row, isWeight: row.isWeight === 1 });
}

/** As {@link listModels}, for a batch with others. */
export function selectModels(db: Database, { userId }: { userId: number }) {
  return db
    .select({
      modelId: models.id,
      name: models.name,
      venueType: models.venueType,
      features: models.features,
      featureCount: models.featureCount,
      isWeight: models.isWeight,
      status: models.status,
      progress: models.progress,
      report: models.report,
      cutoffDay: models.cutoffDay,
      createdAt: models.createdAt,
      completedAt: models.completedAt,
      confirmedAt: models.confirmedAt,
    })
    .from(models)
    .where(and(eq(models.userId, userId), isNull(models.deletedAt)));
}

/** A row of {@link selectModels} as the services know it. */
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
  /** One form makes one model: the same key again inserts nothing. */
  formKey: string;
  name: string;
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
  isWeight: boolean;
}

/** Limits that the insert itself enforces; null = none. */
interface ModelInsertLimits {
  createdPerMonth: number | null;
  held: number | null;
}

/**
 * Inserts a model with its use and its training job, all or nothing, only while both limits hold (and the account is
 * not deleted meanwhile: nothing would ever delete the model): one guarded statement in one batch, so neither parallel
 * calls, which all read the same count before they insert, nor a reply that was lost and requested again can break a
 * limit or count twice. The counts are read in the same transaction, for the refusal's reason.
 * Indexes: usage_user_id_kind_month, models_user_id_created_at, models_user_id_form_key, usage_kind_subject_id.
 *
 * @returns modelId null when a limit, or the account's end, stood in the way; isNew false when the form had made its model before, isDeleted when that one is gone
 */
export async function insertModel(
  d1: D1Database,
  {
    model,
    limits,
    booking,
    job,
  }: {
    model: NewModel;
    limits: ModelInsertLimits;
    booking: UsageBooking;
    job: { id: string; kind: string; queue: string };
  },
): Promise<{ modelId: number | null; isNew: boolean; isDeleted: boolean; createdThisMonth: number; held: number }> {
  const isAllVenue = model.venueType === 1 ? null : (model.choice.isAllVenue ?? 1);
  const results = await d1.batch<{
    modelId: number | null;
    deletedAt: number | null;
    createdThisMonth: number;
    held: number;
  }>([
    d1
      .prepare(
        `insert into models (user_id, form_key, name, venue_type, is_all_venue, features, feature_count, is_weight,
           status, created_at)
         select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
         where exists (select 1 from users where id = ?1 and deleted_at is null)
           and (?11 is null or (select count(*) from usage
             where user_id = ?1 and kind = 'model' and month = ?12 and returned_at is null) < ?11)
           and (?13 is null or (select count(*) from models
             where user_id = ?1 and deleted_at is null and status in (1, 2)) < ?13)
         on conflict (user_id, form_key) do nothing`,
      )
      .bind(
        model.userId,
        model.formKey,
        model.name,
        model.venueType,
        isAllVenue,
        JSON.stringify(model.choice),
        model.featureCount,
        model.isWeight ? 1 : 0,
        ModelStatus.creating,
        booking.now,
        limits.createdPerMonth,
        booking.month,
        limits.held,
      ),
    // A model without a use is the one just inserted: its job first, then the use that ends this state.
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select ?3, ?4, ?5, cast(m.id as text), '{}', 'queued', 0, ?6, ?6 from models m
         where m.user_id = ?1 and m.form_key = ?2
           and not exists (select 1 from usage u where u.kind = 'model' and u.subject_id = m.id)`,
      )
      .bind(model.userId, model.formKey, job.id, job.kind, job.queue, booking.now),
    d1
      .prepare(
        `insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
         select ?1, 'model', m.id, ?3, ?4, ?5, ?6 from models m
         where m.user_id = ?1 and m.form_key = ?2
         on conflict (kind, subject_id) do nothing`,
      )
      .bind(model.userId, model.formKey, booking.day, booking.month, booking.underFreeLimits ? 1 : 0, booking.now),
    d1
      .prepare(
        `select (select id from models where user_id = ?1 and form_key = ?2) as modelId,
           (select deleted_at from models where user_id = ?1 and form_key = ?2) as deletedAt,
           (select count(*) from usage
             where user_id = ?1 and kind = 'model' and month = ?3 and returned_at is null) as createdThisMonth,
           (select count(*) from models
             where user_id = ?1 and deleted_at is null and status in (1, 2)) as held`,
      )
      .bind(model.userId, model.formKey, booking.month),
  ]);
  const outcome = results[3]?.results[0];
  if (outcome === undefined) throw new Error("the batch that inserts a model gave no outcome");
  const { deletedAt, ...facts } = outcome;
  return { ...facts, isDeleted: deletedAt !== null, isNew: results[1]?.meta.changes === 1 };
}

/** Only a complete model of the user; false = nothing changed. */
export async function renameModel(
  db: Database,
  { userId, modelId, name }: { userId: number; modelId: number; name: string },
): Promise<boolean> {
  const renamed = await db
    .update(models)
    .set({ name })
    .where(
      and(
        eq(models.id, modelId),
        eq(models.userId, userId),
        isNull(models.deletedAt),
        eq(models.status, ModelStatus.complete),
      ),
    )
    .returning({ id: models.id });
  return renamed.length === 1;
}

/** Marks a model deleted, in whatever status: a training that runs sees it and stops. False = not the user's, or gone. */
export async function removeModel(
  db: Database,
  { userId, modelId, now }: { userId: number; modelId: number; now: number },
): Promise<boolean> {
  const removed = await db
    .update(models)
    .set({ deletedAt: now })
    .where(and(eq(models.id, modelId), eq(models.userId, userId), isNull(models.deletedAt)))
    .returning({ id: models.id });
  return removed.length === 1;
}

/** Whether a model of the user is deleted; false also for what never was the user's (primary key). */
export async function isRemovedModel(
  db: Database,
  { userId, modelId }: { userId: number; modelId: number },
): Promise<boolean> {
  const removed = await db
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.id, modelId), eq(models.userId, userId), isNotNull(models.deletedAt)));
  return removed.length === 1;
}

/** The user has seen that these models ended; one, or all that have (index models_user_id_created_at). */
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
