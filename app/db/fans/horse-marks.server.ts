import { and, eq, gt, gte, inArray, lte, ne, or, type Placeholder, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded } from "#app/db/fragments.server.ts";
import { namedRaceId } from "#app/db/racing/race-identities.server.ts";
import { isVisibleRace, startsAt } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { horseMarks } from "#app/db/schema/fans.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { OwnMark } from "#app/domain/own-marks.ts";

interface MarkWrite {
  userId: number;
  /** Any of its ids. */
  raceId: string;
  horseId: string;
  /** Null deletes; undefined keeps. */
  mark: OwnMark | null | undefined;
  today: string;
  /** Last visible day. */
  lastDay: string;
  now: number;
}

/** One guarded statement, as the page may be older than the start. Null: no such horse in a visible race. */
export async function writeMark(db: Database, write: MarkWrite) {
  const stored = db
    .select({ horseNum: runners.horseNum, mark: horseMarks.mark })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .leftJoin(
      horseMarks,
      and(
        eq(horseMarks.userId, write.userId),
        eq(horseMarks.raceId, runners.raceId),
        eq(horseMarks.horseId, runners.horseId),
      ),
    )
    .where(isShownRunner(write));
  if (write.mark === undefined) return (await stored.get()) ?? null;
  const { mark } = write;
  const [, [row]] = await db.batch([
    mark === null ? deleteMark(db, write) : insertMark(db, { ...write, mark }),
    stored,
  ]);
  return row ?? null;
}

function insertMark(db: Database, write: MarkWrite & { mark: OwnMark }) {
  const { userId, mark, now } = write;
  const row = { userId, raceId: runners.raceId, horseId: runners.horseId, mark, markedAt: now };
  return insertWhere(db, horseMarks, row, {
    from: runners,
    joins: [[races, eq(races.raceId, runners.raceId)]],
    where: and(isShownRunner(write), isBeforeStart(write)),
  }).onConflictDoUpdate({
    target: [horseMarks.userId, horseMarks.raceId, horseMarks.horseId],
    set: { mark: excluded(horseMarks.mark), markedAt: excluded(horseMarks.markedAt) },
    setWhere: ne(horseMarks.mark, excluded(horseMarks.mark)),
  });
}

function deleteMark(db: Database, write: MarkWrite) {
  const open = db
    .select({ raceId: races.raceId })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(and(isShownRunner(write), isBeforeStart(write)));
  return db
    .delete(horseMarks)
    .where(
      and(eq(horseMarks.userId, write.userId), eq(horseMarks.horseId, write.horseId), inArray(horseMarks.raceId, open)),
    );
}

function isShownRunner({ raceId, horseId, lastDay }: MarkWrite) {
  return and(
    eq(runners.horseId, horseId),
    eq(races.raceId, namedRaceId(raceId)),
    isVisibleRace,
    lte(races.date, lastDay),
  );
}

/** As `isBeforeStart` of app/domain/racing/race-start.ts. */
export function isBeforeStart({ now, today }: { now: number; today: string }) {
  return and(
    eq(races.status, "scheduled"),
    or(and(sql`${races.startTime} is null`, gte(races.date, today)), gt(startsAt(), now)),
  );
}

export function selectRaceMarks(
  db: Database,
  { userId, raceId }: { userId: number | Placeholder; raceId: string | Placeholder },
) {
  return db
    .select({ horseId: horseMarks.horseId, mark: horseMarks.mark })
    .from(horseMarks)
    .where(and(eq(horseMarks.userId, userId), eq(horseMarks.raceId, raceId)));
}
