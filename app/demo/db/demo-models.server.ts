import { and, asc, count, eq, exists, inArray, isNotNull, isNull, lt, max, ne, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, isAmong, jsonField, jsonRows, ONE_ROW, present } from "#app/db/fragments.server.ts";
import { isOpenJob, queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models, settledBets } from "#app/db/schema/models.server.ts";
import { appState, jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { HELD_STATUSES, ModelStatus } from "#app/domain/learning/model-status.ts";
import type { VenueType } from "#app/domain/racing/race.ts";
import { isLivingDemoUser } from "./demo-users.server.ts";

/** Demo models of a local start: models whose form key is in the list (app/demo/demo-models-list.ts). */

/** Visible sample races with a result, by day from the first one on (races_visible_venue_type_date). */
export async function listFirstSampleDays(
  db: Database,
  { venueType, limit }: { venueType: VenueType; limit: number },
): Promise<{ date: string; races: number }[]> {
  return await db
    .select({ date: races.date, races: count() })
    .from(races)
    .where(and(eq(races.venueType, venueType), isVisibleSampleResult))
    .groupBy(races.date)
    .orderBy(asc(races.date))
    .limit(limit);
}

/** Values are inlined, because a parameter would not match the predicate of the partial index. */
export const isVisibleSampleResult = sql`${and(
  isVisibleRace,
  eq(races.source, "sample"),
  eq(races.status, "result"),
)}`.inlineParams();

export interface DemoProgress {
  owners: { email: string; plan: number }[];
  /** Keys of the demo models created so far, including deleted ones, except those whose training job is gone. */
  keys: string[];
  isTraining: boolean;
  isSettling: boolean;
  /** Unix seconds; null if there is no such job any more. */
  lastTrainedAt: number | null;
  lastSettlementMadeAt: number | null;
  /** When they were hidden with the sample, unix seconds; null if they are not. */
  hiddenAt: number | null;
}

/** Key of `app_state`: when the demo models were hidden, unix seconds. */
export const HIDDEN_AT = "demo-models-hidden-at";

function selectHiddenAt(db: Database) {
  return db
    .select({ at: sql<number>`cast(${appState.value} as integer)`.as("at") })
    .from(appState)
    .where(eq(appState.key, HIDDEN_AT));
}

export async function readDemoProgress(db: Database, keys: readonly string[]): Promise<DemoProgress> {
  const isTrainingJob = eq(jobs.kind, "train-model");
  const isDemoTraining = and(isTrainingJob, eq(jobs.queue, "background"));
  const isSettlement = eq(jobs.kind, "settle-bets");
  const selectOpen = (isOfKind: typeof isDemoTraining) =>
    db.select({ id: jobs.id }).from(jobs).where(and(isOfKind, isOpenJob));
  const openTraining = selectOpen(and(isTrainingJob, eq(jobs.subject, asSubject(models.id))));
  const [owners, made, [open], [trained], [settlement], [hidden]] = await db.batch([
    db
      .select({ email: present(users.email), plan: users.plan })
      .from(users)
      .where(isLivingDemoUser),
    db
      .select({ key: models.formKey })
      .from(users)
      .innerJoin(models, eq(models.userId, users.id))
      .where(
        and(
          eq(users.isDemo, true),
          isAmong(models.formKey, keys),
          or(ne(models.status, ModelStatus.creating), isNotNull(models.deletedAt), exists(openTraining)),
        ),
      ),
    db
      .select({
        isTraining: sql`${exists(selectOpen(isDemoTraining))}`.mapWith(Boolean).as("is_training"),
        isSettling: sql`${exists(selectOpen(isSettlement))}`.mapWith(Boolean).as("is_settling"),
      })
      .from(ONE_ROW),
    db
      .select({ at: max(jobs.finishedAt) })
      .from(jobs)
      .where(and(isDemoTraining, eq(jobs.status, "done"))),
    db
      .select({ at: max(jobs.createdAt) })
      .from(jobs)
      .where(isSettlement),
    selectHiddenAt(db),
  ]);
  if (open === undefined) throw new Error("the progress of the demo models could not be read");
  return {
    ...open,
    owners,
    keys: made.map(({ key }) => key),
    lastTrainedAt: trained?.at ?? null,
    lastSettlementMadeAt: settlement?.at ?? null,
    hiddenAt: hidden?.at ?? null,
  };
}

export interface NewDemoModel
  extends Pick<
    typeof models.$inferInsert,
    "name" | "venueType" | "isAllVenue" | "features" | "featureCount" | "isWeight" | "cutoffDay" | "createdAt"
  > {
  key: string;
  email: string;
  completedAt: number;
  /** How many models the owner's plan allows; one beyond that is not created. */
  held: number;
  jobId: string;
  jobPayload: unknown;
}

/**
 * Creates models with their jobs on the background queue; one whose key exists is left unchanged. They are confirmed
 * and count against no quota.
 * @returns ids of the created jobs
 */
export async function insertDemoModels(
  db: Database,
  { models: made, now }: { models: readonly NewDemoModel[]; now: number },
): Promise<string[]> {
  const isOwner = and(eq(users.email, jsonField("email")), eq(users.isDemo, true));
  const heldByOwner = db.$count(
    models,
    and(eq(models.userId, users.id), isNull(models.deletedAt), inArray(models.status, HELD_STATUSES)),
  );
  const [, inserted] = await db.batch([
    db
      .insert(models)
      .select(
        db
          .select(
            rowSelection(models, {
              userId: users.id,
              formKey: jsonField("key"),
              name: jsonField("name"),
              venueType: jsonField("venueType"),
              isAllVenue: jsonField("isAllVenue"),
              features: jsonField("features"),
              featureCount: jsonField("featureCount"),
              isWeight: jsonField("isWeight"),
              status: ModelStatus.creating,
              cutoffDay: jsonField("cutoffDay"),
              createdAt: jsonField("createdAt"),
              confirmedAt: jsonField("completedAt"),
            }),
          )
          .from(jsonRows(made))
          .innerJoin(users, isOwner)
          .where(lt(heldByOwner, jsonField("held")))
          .orderBy(sql`key`),
      )
      .onConflictDoNothing({ target: [models.userId, models.formKey] }),
    db
      .insert(jobs)
      .select(
        db
          .select(
            queuedJob({
              id: jsonField("jobId"),
              kind: "train-model",
              queue: "background",
              subject: asSubject(models.id),
              payload: jsonField("jobPayload"),
              now,
            }),
          )
          .from(jsonRows(made))
          .innerJoin(users, isOwner)
          .innerJoin(models, and(eq(models.userId, users.id), eq(models.formKey, jsonField("key"))))
          .where(and(eq(models.status, ModelStatus.creating), isNull(models.deletedAt)))
          .orderBy(sql`json_each.key`),
      )
      .onConflictDoNothing()
      .returning({ id: jobs.id }),
  ]);
  return inserted.map(({ id }) => id);
}

/** Hides demo models together with the sample, by marking them deleted until {@link showDemoModels}. */
export async function hideDemoModels(
  db: Database,
  { keys, now }: { keys: readonly string[]; now: number },
): Promise<void> {
  const demoUsers = db.select({ id: users.id }).from(users).where(eq(users.isDemo, true));
  await db.batch([
    db
      .insert(appState)
      .values({ key: HIDDEN_AT, value: String(now) })
      .onConflictDoNothing({ target: appState.key }),
    db
      .update(models)
      .set({ deletedAt: sql`${selectHiddenAt(db)}` })
      .where(and(isNull(models.deletedAt), isAmong(models.formKey, keys), inArray(models.userId, demoUsers))),
  ]);
}

/** Restores the models that {@link hideDemoModels} hid, but none that a user deleted. */
export async function showDemoModels(db: Database, { keys }: { keys: readonly string[] }): Promise<void> {
  const owners = db.select({ id: users.id }).from(users).where(isLivingDemoUser);
  await db.batch([
    db
      .update(models)
      .set({ deletedAt: null })
      .where(
        and(eq(models.deletedAt, selectHiddenAt(db)), isAmong(models.formKey, keys), inArray(models.userId, owners)),
      ),
    db.delete(appState).where(eq(appState.key, HIDDEN_AT)),
  ]);
}

/** How many of these demo models have bets in the ledger, or never will, because they failed or were deleted. */
export async function countSettledDemoModels(db: Database, keys: readonly string[]): Promise<number> {
  const bets = db.select({ raceId: settledBets.raceId }).from(settledBets).where(eq(settledBets.modelId, models.id));
  const row = await db
    .select({ count: count() })
    .from(users)
    .innerJoin(models, eq(models.userId, users.id))
    .where(
      and(
        eq(users.isDemo, true),
        isAmong(models.formKey, keys),
        or(eq(models.status, ModelStatus.failed), isNotNull(models.deletedAt), exists(bets)),
      ),
    )
    .get();
  return row?.count ?? 0;
}
