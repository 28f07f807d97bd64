import { and, asc, eq, inArray, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, columnsOf, existsIn, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { insertJobWhere } from "#app/db/jobs/new-jobs.server.ts";
import { insertRootNotifications } from "#app/db/notifications/event-notifications.server.ts";
import { recordSealed } from "#app/db/own-records/record-entries.server.ts";
import { startsAt } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealDays, sealHeads, sealLeaves, sealNodes } from "#app/db/schema/seal.server.ts";
import type { Frontier, HashedSubtree } from "#app/domain/seal/tree.ts";

export interface NewLeaf {
  hash: string;
  /** Null for a batch. */
  body: string | null;
  analysisId: number | SQL | null;
  batchKey: string | null;
  raceId: string;
  now: number;
}

/** Inserts the leaf of the row that the previous statement inserted. Idempotent. */
export function insertLeafOfChanged(db: Database, leaf: NewLeaf) {
  return insertLeafWhere(db, leaf, CHANGED_ONE);
}

/** @returns false if sealed before */
export async function insertLeaf(db: Database, leaf: NewLeaf): Promise<boolean> {
  const { meta } = await insertLeafWhere(db, leaf, sql`true`);
  return meta.changes === 1;
}

function insertLeafWhere(db: Database, { now, ...leaf }: NewLeaf, where: SQL) {
  const row = { ...leaf, id: sql`null`, createdAt: now };
  return insertWhere(db, sealLeaves, row, { where }).onConflictDoNothing();
}

/** Follows the deletion in its batch. The salted hash stays. */
export function eraseBodyOfDeleted(db: Database, analysisId: number) {
  return db
    .update(sealLeaves)
    .set({ body: null })
    .where(and(eq(sealLeaves.analysisId, analysisId), CHANGED_ONE));
}

/** Run it before the analyses are deleted. Leaves stay. */
export function disownLeaves(db: Database, userId: number) {
  const own = db.select({ id: analyses.id }).from(analyses).where(eq(analyses.userId, userId));
  return db.update(sealLeaves).set({ body: null, analysisId: null }).where(inArray(sealLeaves.analysisId, own));
}

type Sealing = Awaited<ReturnType<typeof readSealing>>;
export type OpenDay = NonNullable<Sealing["open"]>;
export type WaitingLeaf = Sealing["waiting"][number];

/** @returns open: null before the first day */
export async function readSealing(db: Database, { limit }: { limit: number }) {
  const [[open], waiting] = await db.batch([
    db
      .select({
        ...columnsOf(sealDays, "day", "previous", "count", "root", "frontier"),
        // Time of the last head.
        headAt: sealHeads.at,
      })
      .from(sealDays)
      .innerJoin(sealHeads, and(eq(sealHeads.day, sealDays.day), eq(sealHeads.count, sealDays.count)))
      .where(isNull(sealDays.closedAt)),
    db
      .select({
        ...columnsOf(sealLeaves, "id", "hash", "createdAt"),
        startsAt: sql<number | null>`${startsAt()}`.as("starts_at"),
      })
      .from(sealLeaves)
      .leftJoin(races, eq(races.raceId, sealLeaves.raceId))
      .where(isNull(sealLeaves.position))
      .orderBy(asc(sealLeaves.id))
      .limit(limit),
  ]);
  return {
    open: open === undefined ? null : { ...open, frontier: JSON.parse(open.frontier) as Frontier },
    waiting,
  };
}

export interface NewHead {
  /** Random. */
  id: string;
  count: number;
  root: string;
  at: number;
  posts: readonly { jobId: string; witness: string }[];
}

/**
 * One transaction; nothing changes if another run changed the day.
 * @param input before: leaves as read; leafIds: in order
 */
export async function saveHead(
  db: Database,
  {
    day,
    before,
    head,
    frontier,
    leafIds,
    made,
  }: {
    day: string;
    before: number;
    head: NewHead;
    frontier: Frontier;
    leafIds: readonly number[];
    made: readonly HashedSubtree[];
  },
): Promise<boolean> {
  const isSaved = isHeadSaved(head);
  const [saved] = await db.batch([
    db
      .update(sealDays)
      .set({ count: head.count, root: head.root, frontier: JSON.stringify(frontier) })
      .where(and(eq(sealDays.day, day), eq(sealDays.count, before), isNull(sealDays.closedAt))),
    insertHead(db, { day, head, condition: CHANGED_ONE }),
    db
      .update(sealLeaves)
      .set({ day, position: sql`${before} + key`, sealedAt: head.at })
      .from(sql`json_each(${JSON.stringify(leafIds)})`)
      .where(and(eq(sealLeaves.id, sql`value`), isNull(sealLeaves.position), isSaved)),
    recordSealed(db, { leafIds, at: head.at, condition: isSaved }),
    insertWhere(
      db,
      sealNodes,
      { day, level: jsonField("level"), index: jsonField("index"), hash: jsonField("hash") },
      { from: jsonRows(made.filter(({ level }) => level > 0)), where: isSaved },
    ),
    ...insertPosts(db, head),
  ]);
  return saved.meta.changes === 1;
}

/**
 * Begins the next day with an empty head and the notifications of the final root; one run succeeds.
 * @param input ended: null: none
 */
export async function beginDay(
  db: Database,
  {
    day,
    previous,
    ended,
    head,
    notification,
    now,
  }: {
    day: string;
    previous: string;
    ended: Pick<OpenDay, "day" | "count"> | null;
    head: NewHead;
    notification: Parameters<typeof insertRootNotifications>[1] | null;
    now: number;
  },
): Promise<boolean> {
  const newDay = { day, previous, count: head.count, root: head.root, frontier: "[]" };
  const begin = (condition: SQL) => [
    insertWhere(db, sealDays, newDay, { where: condition }),
    insertHead(db, { day, head, condition: CHANGED_ONE }),
    ...insertPosts(db, head),
    ...(notification === null ? [] : [insertRootNotifications(db, notification, isHeadSaved(head))]),
  ];
  if (ended === null) {
    const [first, ...rest] = begin(notExists(db.select({ day: sealDays.day }).from(sealDays)));
    const [begun] = await db.batch([first!, ...rest]);
    return begun.meta.changes === 1;
  }
  const [closed] = await db.batch([
    db
      .update(sealDays)
      .set({ closedAt: now })
      .where(and(eq(sealDays.day, ended.day), eq(sealDays.count, ended.count), isNull(sealDays.closedAt))),
    ...begin(CHANGED_ONE),
  ]);
  return closed.meta.changes === 1;
}

function insertHead(db: Database, { day, head, condition }: { day: string; head: NewHead; condition: SQL }) {
  const { id, count, root, at } = head;
  return insertWhere(db, sealHeads, { id, day, count, root, at }, { where: condition });
}

function insertPosts(db: Database, head: NewHead) {
  return head.posts.map(({ jobId, witness }) =>
    insertJobWhere(
      db,
      {
        ...{ id: jobId, kind: "post-head", subject: `${head.id} ${witness}`, now: head.at },
        payload: { headId: head.id, witness },
      },
      { where: isHeadSaved(head) },
    ).onConflictDoNothing(),
  );
}

function isHeadSaved({ id }: NewHead) {
  return existsIn(sealHeads, eq(sealHeads.id, id));
}
