import { and, asc, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, existsIn, isAmong, jsonField, jsonRows, present } from "#app/db/fragments.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealDays, sealHeads, sealLeaves, sealNodes, sealWitnesses } from "#app/db/schema/seal.server.ts";
import type { HashedSubtree, Subtree } from "#app/domain/seal/tree.ts";

/** Changes with every head; null before the first. */
export async function readChainVersion(db: Database): Promise<string | null> {
  const row = await db
    .select({ id: sealHeads.id })
    .from(sealHeads)
    .orderBy(desc(sql`${sealHeads}.rowid`))
    .limit(1)
    .get();
  return row?.id ?? null;
}

export type ChainDay = ReturnType<typeof toChainDay>;

/** Last first. */
export async function listChainDays(
  db: Database,
  { before, limit }: { before: string; limit: number },
): Promise<ChainDay[]> {
  return (await selectDays(db, { condition: lt(sealDays.day, before), limit })).map(toChainDay);
}

export async function findDayOfRoot(db: Database, root: string): Promise<ChainDay | null> {
  const day = db.select({ day: sealHeads.day }).from(sealHeads).where(eq(sealHeads.root, root));
  const [row] = await selectDays(db, { condition: eq(sealDays.day, day), limit: 1 });
  return row === undefined ? null : toChainDay(row);
}

function selectDays(db: Database, { condition, limit }: { condition?: SQL; limit: number }) {
  const heads = db
    .select({
      list: sql`json_group_array(json_object('at', ${sealHeads.at}, 'root', ${sealHeads.root}, 'count', ${sealHeads.count})
        order by ${sealHeads.count} desc)`,
    })
    .from(sealHeads)
    .where(eq(sealHeads.day, sealDays.day));
  return db
    .select({
      ...columnsOf(sealDays, "day", "previous", "root", "count"),
      isClosed: sql`${isNotNull(sealDays.closedAt)}`.mapWith(Boolean),
      heads: sql<string>`${heads}`,
    })
    .from(sealDays)
    .where(condition)
    .orderBy(desc(sealDays.day))
    .limit(limit);
}

/** The heads last first. */
function toChainDay(row: Awaited<ReturnType<typeof selectDays>>[number]) {
  return { ...row, heads: JSON.parse(row.heads) as { at: number; root: string; count: number }[] };
}

export type SealRecord = NonNullable<Awaited<ReturnType<typeof findSeal>>>;

/** By analysis, by a user's own analysis, or by hash. */
export type SealKey = { analysisId: number; userId?: number } | { hash: string };

function isLeafOf(by: SealKey): SQL | undefined {
  if ("hash" in by) return eq(sealLeaves.hash, by.hash);
  const isAnalysis = eq(sealLeaves.analysisId, by.analysisId);
  if (by.userId === undefined) return isAnalysis;
  const isOwn = and(eq(analyses.id, by.analysisId), eq(analyses.userId, by.userId), isNull(analyses.deletedAt));
  return and(isAnalysis, existsIn(analyses, isOwn));
}

/** Null: none. Place null: no head contains it yet. */
export async function findSeal(db: Database, by: SealKey) {
  const row = await db
    .select(
      columnsOf(sealLeaves, "id", "hash", "body", "analysisId", "raceId", "createdAt", "day", "position", "sealedAt"),
    )
    .from(sealLeaves)
    .where(isLeafOf(by))
    .get();
  if (row === undefined) return null;
  const { day, position, sealedAt, ...leaf } = row;
  const place = day === null || position === null || sealedAt === null ? null : { day, position, sealedAt };
  return { ...leaf, place };
}

/** The first head with the place, and the day's last one; null: none. */
export async function findHeads(db: Database, { day, position }: { day: string; position: number }) {
  const columns = { at: sealHeads.at, root: sealHeads.root, count: sealHeads.count };
  const [[first], [last], [of]] = await db.batch([
    db
      .select(columns)
      .from(sealHeads)
      .where(and(eq(sealHeads.day, day), gt(sealHeads.count, position)))
      .orderBy(asc(sealHeads.count))
      .limit(1),
    db.select(columns).from(sealHeads).where(eq(sealHeads.day, day)).orderBy(desc(sealHeads.count)).limit(1),
    db.select({ date: sealDays.day, previous: sealDays.previous }).from(sealDays).where(eq(sealDays.day, day)),
  ]);
  return first === undefined || last === undefined || of === undefined ? null : { day: of, first, last };
}

export async function readSubtrees(
  db: Database,
  { day, subtrees }: { day: string; subtrees: readonly Subtree[] },
): Promise<HashedSubtree[]> {
  const positions = subtrees.filter(({ level }) => level === 0).map(({ index }) => index);
  const above = subtrees.filter(({ level }) => level > 0);
  const [leaves, nodes] = await db.batch([
    db
      .select({ index: present(sealLeaves.position).as("place"), hash: sealLeaves.hash })
      .from(sealLeaves)
      .where(and(eq(sealLeaves.day, day), isAmong(sealLeaves.position, positions))),
    db
      .select({ level: sealNodes.level, index: sealNodes.index, hash: sealNodes.hash })
      .from(jsonRows(above))
      .innerJoin(
        sealNodes,
        and(eq(sealNodes.day, day), eq(sealNodes.level, jsonField("level")), eq(sealNodes.index, jsonField("index"))),
      ),
  ]);
  return [...leaves.map((leaf) => ({ level: 0, ...leaf })), ...nodes];
}

export async function findSealedRace(db: Database, raceId: string) {
  const row = await db
    .select({ date: races.date, venue: races.venue, raceNum: races.raceNum, startTime: races.startTime })
    .from(races)
    .where(eq(races.raceId, raceId))
    .get();
  return row ?? null;
}

export async function listAnswers(db: Database, { root }: { root: string }) {
  return await db
    .select(columnsOf(sealWitnesses, "witness", "status", "answer", "at"))
    .from(sealWitnesses)
    .innerJoin(sealHeads, eq(sealHeads.id, sealWitnesses.headId))
    .where(eq(sealHeads.root, root))
    .orderBy(asc(sealWitnesses.witness));
}

/** Last first. @returns late: heads accepted late, or not yet, with the longest delay so far */
export async function readNewestDays(
  db: Database,
  {
    limit,
    witnesses,
    lateSeconds,
    now,
  }: { limit: number; witnesses: readonly string[]; lateSeconds: number; now: number },
) {
  const posts = sql`(
    with recent as (select day from seal_days order by day desc limit ${limit}),
      posts as (
        select head.day, place.value witness, coalesce(answer.at, ${now}) - head.at seconds, answer.at is null is_waiting
        from recent cross join seal_heads head on head.day = recent.day
        cross join json_each(${JSON.stringify(witnesses)}) place
        left join seal_witnesses answer
          on answer.head_id = head.id and answer.witness = place.value and answer.status between 200 and 299)
    select day, witness, count(*) heads, max(seconds) seconds, max(is_waiting) is_waiting
    from posts where seconds > ${lateSeconds} group by day, witness order by day desc, witness)`;
  const selectLate = db
    .select({
      day: sql<string>`day`,
      witness: sql<string>`witness`,
      heads: sql<number>`heads`,
      seconds: sql<number>`seconds`,
      isWaiting: sql<boolean>`is_waiting`.mapWith(Boolean),
    })
    .from(posts);
  const [days, late] = await db.batch([selectDays(db, { limit }), selectLate]);
  return { days: days.map(toChainDay), late };
}
