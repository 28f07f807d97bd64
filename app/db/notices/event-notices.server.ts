import { and, asc, eq, gt, gte, inArray, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, CHANGED_ONE } from "#app/db/fragments.server.ts";
import { isOnDay, isVisibleRace, startsAt } from "#app/db/racing/races.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { favouriteHorses } from "#app/db/schema/fans.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { noticeChoices, notices } from "#app/db/schema/notices.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { NoticeKind } from "#app/domain/notices.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { isWanted } from "./notice-choices.server.ts";
import { noticeRow } from "./notices.server.ts";

/** `{model}` and the like are placeholders. */
interface EventWords {
  title: string;
  body: string;
}

interface EventNotice extends EventWords {
  /** In Japan. */
  day: string;
  now: number;
}

/** Follows the completing statement of its batch; `perDay` a user. */
export function insertModelNotice(
  db: Database,
  { modelId, perDay, ...notice }: EventNotice & { modelId: number; perDay: number },
) {
  const kind = "model-ready";
  const isOfDay = and(eq(notices.userId, models.userId), eq(notices.kind, kind), eq(notices.day, notice.day));
  return db
    .insert(notices)
    .select(
      db
        .select(
          noticeRow({
            ...notice,
            ...{ kind, event: asSubject(models.id) },
            title: fillIn(notice.title, { model: models.name }),
            body: fillIn(notice.body, { model: models.name }),
            path: sql`'/models/' || ${asSubject(models.id)}`,
          }),
        )
        .from(models)
        .innerJoin(noticeChoices, isChoiceOf(models.userId, kind))
        .where(and(eq(models.id, modelId), isWanted, lt(db.$count(notices, isOfDay), perDay), CHANGED_ONE)),
    )
    .onConflictDoNothing();
}

/** Follows the recording statement of its batch; once a period. */
export function insertRankingNotices(db: Database, notice: NoticeToAll) {
  return insertForAll(db, { kind: "rankings-out", ...notice }, CHANGED_ONE);
}

/** `condition`: whether the root is final. */
export function insertRootNotices(db: Database, notice: NoticeToAll, condition: SQL) {
  return insertForAll(db, { kind: "root-final", ...notice }, condition);
}

type NoticeToAll = EventNotice & { event: string; path: string };

function insertForAll(
  db: Database,
  { kind, event, ...notice }: NoticeToAll & { kind: "rankings-out" | "root-final" },
  condition: SQL,
) {
  return db
    .insert(notices)
    .select(
      db
        .select(noticeRow({ ...notice, kind, event: sql`${event}` }))
        .from(noticeChoices)
        .innerJoin(users, and(eq(users.id, noticeChoices.userId), isNull(users.deletedAt)))
        .where(and(eq(noticeChoices.kind, kind), isWanted, condition)),
    )
    .onConflictDoNothing();
}

/** Once a user and day: the first race whose body weights came. */
export async function insertWeightsNotice(
  db: Database,
  { analysisId, ...notice }: EventNotice & { analysisId: number; path: string },
): Promise<void> {
  const kind = "weights-out";
  const words = {
    ...{ model: models.name, modelId: asSubject(models.id) },
    ...{ date: races.date, venue: races.venue, race: asSubject(races.raceNum) },
  };
  await db
    .insert(notices)
    .select(
      db
        .select(
          noticeRow({
            ...notice,
            ...{ kind, event: sql`${races.date}` },
            title: fillIn(notice.title, words),
            body: fillIn(notice.body, words),
            path: fillIn(notice.path, words),
          }),
        )
        .from(analyses)
        .innerJoin(models, eq(models.id, analyses.modelId))
        .innerJoin(races, eq(races.raceId, analyses.raceId))
        .innerJoin(noticeChoices, isChoiceOf(analyses.userId, kind))
        .where(
          and(
            eq(analyses.id, analysisId),
            isNull(analyses.deletedAt),
            eq(races.date, notice.day),
            eq(races.status, "scheduled"),
            isWanted,
          ),
        ),
    )
    .onConflictDoNothing();
}

function isChoiceOf(userId: typeof models.userId | typeof analyses.userId, kind: NoticeKind) {
  return and(eq(noticeChoices.userId, userId), eq(noticeChoices.kind, kind));
}

function fillIn(text: string, values: Record<string, SQL | AnySQLiteColumn>): SQL {
  return Object.entries(values).reduce(
    (filled, [name, value]) => sql`replace(${filled}, ${`{${name}}`}, ${value})`,
    sql`${text}`,
  );
}

/** The caller compares the kind of the choice. */
function isUntold(db: Database, kind: NoticeKind, event: string) {
  const told = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.userId, noticeChoices.userId), eq(notices.eventKey, `${kind}:${event}`)));
  return and(isWanted, notExists(told));
}

export interface SettledDay {
  userId: number;
  settled: number;
}

/**
 * After a user id. Unless late, only users whose races of the day are all over. Analyses made after the start do not
 * count.
 */
export async function listSettledDays(
  db: Database,
  { day, since, isLate, after, limit }: { day: string; since: number; isLate: boolean; after: number; limit: number },
): Promise<SettledDay[]> {
  // Literal values: SQLite treats two parameters as different expressions.
  const isSettled = sql`${and(
    eq(analyses.status, AnalysisStatus.complete),
    // Without a start time the whole day counts.
    lt(analyses.completedAt, startsAt(sql`coalesce(${races.startTime}, '23:59')`)),
    eq(races.status, "result"),
  )}`.inlineParams();
  const settled = sql<number>`count(distinct case when ${isSettled} then ${races.raceId} end)`;
  const open = sql<number>`count(case when ${eq(races.status, "scheduled")} then 1 end)`;
  return await db
    .select({ userId: noticeChoices.userId, settled: settled.as("settled") })
    .from(noticeChoices)
    .innerJoin(analyses, and(eq(analyses.userId, noticeChoices.userId), gte(analyses.createdAt, since)))
    .innerJoin(races, and(eq(races.raceId, analyses.raceId), eq(races.date, day), isVisibleRace))
    .where(
      and(
        eq(noticeChoices.kind, "race-settled"),
        isUntold(db, "race-settled", day),
        gt(noticeChoices.userId, after),
        isNull(analyses.deletedAt),
        inArray(analyses.status, [AnalysisStatus.running, AnalysisStatus.complete]),
      ),
    )
    .groupBy(noticeChoices.userId)
    .having(and(sql`${settled} > 0`, isLate ? undefined : sql`${open} = 0`))
    .orderBy(asc(noticeChoices.userId))
    .limit(limit);
}

export interface EnteredFavourite {
  userId: number;
  horseName: string;
  raceId: string;
  venue: string;
  raceNum: number;
  startTime: string | null;
}

/** After a user id, by user and start. */
export async function listEnteredFavourites(
  db: Database,
  { day, now, after, limit }: { day: string; now: number; after: number; limit: number },
): Promise<EnteredFavourite[]> {
  return await db
    .select({
      userId: noticeChoices.userId,
      horseName: runners.horseName,
      raceId: races.raceId,
      venue: races.venue,
      raceNum: races.raceNum,
      startTime: races.startTime,
    })
    .from(races)
    .innerJoin(runners, and(eq(runners.raceId, races.raceId), eq(runners.status, "entered")))
    // The pluses make SQLite begin with the day's runners.
    .innerJoin(favouriteHorses, sql`${favouriteHorses.horseId} = +${runners.horseId}`)
    .innerJoin(noticeChoices, sql`${noticeChoices.userId} = +${favouriteHorses.userId}`)
    .where(
      and(
        isOnDay(day),
        isVisibleRace,
        eq(races.status, "scheduled"),
        or(isNull(races.startTime), gt(startsAt(), now)),
        sql`+${noticeChoices.kind} = 'favourite-entered'`,
        isUntold(db, "favourite-entered", day),
        sql`+${favouriteHorses.userId} > ${after}`,
      ),
    )
    .orderBy(
      asc(noticeChoices.userId),
      asc(races.startTime),
      asc(races.venue),
      asc(races.raceNum),
      asc(runners.horseNum),
    )
    .limit(limit);
}
