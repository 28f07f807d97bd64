import { and, desc, eq, exists, isNull, lt, not, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, columnsOf, existsIn, hasRow, isLiving } from "#app/db/fragments.server.ts";
import { insertJobWhere, type NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { insertModelNotification } from "#app/db/notifications/event-notifications.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models, suggestionSearches } from "#app/db/schema/models.server.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { Change } from "#app/domain/suggestions/candidate-changes.ts";
import type { JudgedSearch } from "#app/domain/suggestions/judge-changes.ts";
import { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";
import { isOwnComplete, selectModels, toModelRecord } from "./models.server.ts";
import { countOfMonth, isWorking, selectSearchUses } from "./search-uses.server.ts";

/** The account's models and uses, and the newest search of one. Null: none. */
export async function readSearches(
  db: Database,
  { userId, modelId, month }: { userId: number; modelId: number; month: string },
) {
  const [listed, [newest], [uses]] = await db.batch([
    selectModels(db, { userId }),
    db
      .select()
      .from(suggestionSearches)
      .where(and(eq(suggestionSearches.userId, userId), eq(suggestionSearches.modelId, modelId)))
      .orderBy(desc(suggestionSearches.id))
      .limit(1),
    selectSearchUses(db, { userId, month }),
  ]);
  return {
    models: listed.map(toModelRecord),
    newest: newest === undefined ? null : toSearch(newest),
    searches: uses?.searches ?? 0,
    thisMonth: uses?.thisMonth ?? 0,
    isWorking: (uses?.working ?? 0) > 0,
  };
}

function toSearch({ changes, result, status, ...row }: typeof suggestionSearches.$inferSelect) {
  const { number, createdAt, completedAt, trained } = row;
  return {
    ...{ number, createdAt, completedAt, trained, status: status as SearchStatus },
    changes: JSON.parse(changes) as Change[],
    result: result === null ? null : (JSON.parse(result) as JudgedSearch),
  };
}

/**
 * One guarded statement with its job in one batch. The number counts all searches of the account.
 * @param changes of each number, as its candidates differ: the statement stores those of the number that it gives
 * @returns false: the limit, an open search, or no such model
 */
export async function insertSearch(
  db: Database,
  {
    search: { userId, modelId, number, formKey, changes },
    limit,
    month,
    now,
    job,
  }: {
    search: { userId: number; modelId: number; number: number; formKey: string; changes: readonly Change[] };
    limit: number;
    month: string;
    now: number;
    job: Pick<NewJob, "id" | "kind">;
  },
): Promise<boolean> {
  const open = alias(suggestionSearches, "open");
  const isOfForm = and(eq(suggestionSearches.userId, userId), eq(suggestionSearches.formKey, formKey));
  const hasOpen = exists(
    db
      .select({ id: open.id })
      .from(open)
      .where(and(eq(open.userId, userId), eq(open.status, SearchStatus.working))),
  );
  const row = {
    ...{ userId, modelId, month, formKey, number },
    status: SearchStatus.working,
    createdAt: now,
    changes: JSON.stringify(changes),
  };
  const [, queued] = await db.batch([
    insertWhere(db, suggestionSearches, row, {
      from: models,
      where: and(
        isOwnComplete({ userId, modelId }),
        existsIn(users, isLiving(userId)),
        lt(countOfMonth(db, { userId, month }) as SQL<number>, limit),
        not(hasOpen),
      ),
    }).onConflictDoNothing(),
    insertJobWhere(
      db,
      { ...job, subject: asSubject(suggestionSearches.id), now },
      { from: suggestionSearches, where: and(isOfForm, isWorking) },
    ).onConflictDoNothing(),
  ]);
  return queued.meta.changes === 1;
}

export async function findSearchOfForm(
  db: Database,
  { userId, formKey }: { userId: number; formKey: string },
): Promise<boolean> {
  const isOfForm = and(eq(suggestionSearches.userId, userId), eq(suggestionSearches.formKey, formKey));
  return await hasRow(db, suggestionSearches, isOfForm);
}

/** What is trained is dropped. The use is not returned, and the job ends at its next step. */
export async function stopSearch(
  db: Database,
  { userId, modelId, now }: { userId: number; modelId: number; now: number },
): Promise<void> {
  await db
    .update(suggestionSearches)
    .set({ status: SearchStatus.complete, completedAt: now })
    .where(and(eq(suggestionSearches.userId, userId), eq(suggestionSearches.modelId, modelId), isWorking));
}

export type SearchTask = NonNullable<Awaited<ReturnType<typeof findWorkingSearch>>>;

/** Null: ended, or the model is gone. */
export async function findWorkingSearch(db: Database, { searchId }: { searchId: number }) {
  const row = await db
    .select({
      ...columnsOf(suggestionSearches, "modelId", "number", "changes", "createdAt"),
      features: models.features,
      venueType: models.venueType,
    })
    .from(suggestionSearches)
    .innerJoin(models, eq(models.id, suggestionSearches.modelId))
    .where(and(eq(suggestionSearches.id, searchId), isWorking, isNull(models.deletedAt)))
    .get();
  if (row === undefined) return null;
  const { features, changes, ...task } = row;
  return { ...task, changes: JSON.parse(changes) as Change[], choice: JSON.parse(features) as FeatureChoice };
}

/** @returns false: ended, or gone with its account */
export async function saveSearch(
  db: Database,
  {
    searchId,
    ...changes
  }: { searchId: number } & Partial<Pick<typeof suggestionSearches.$inferInsert, "trained" | "status">>,
): Promise<boolean> {
  const { meta } = await db.update(suggestionSearches).set(changes).where(isOpen(searchId));
  return meta.changes === 1;
}

/** Once, with its notification. */
export async function completeSearch(
  db: Database,
  {
    searchId,
    result,
    notification,
  }: {
    searchId: number;
    result: JudgedSearch | null;
    notification: Omit<Parameters<typeof insertModelNotification>[1], "event" | "page">;
  },
): Promise<void> {
  await db.batch([
    db
      .update(suggestionSearches)
      .set({
        status: SearchStatus.complete,
        result: result === null ? null : JSON.stringify(result),
        completedAt: notification.now,
      })
      .where(isOpen(searchId)),
    insertModelNotification(db, { ...notification, event: `search:${searchId}`, page: "/suggestions" }),
  ]);
}

function isOpen(searchId: number) {
  return and(eq(suggestionSearches.id, searchId), isWorking);
}
