import { and, asc, desc, eq, exists, gte, lt, lte, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { ONE_ROW } from "#app/db/fragments.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { favouriteHorses, horseNotes } from "#app/db/schema/fans.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { FavouriteHorse } from "#app/domain/views/horse.ts";
import { type ShownHorse, selectShown } from "./shown-horses.server.ts";

interface FavouriteWrite extends ShownHorse {
  userId: number;
  isFavourite: boolean;
  limit: number;
  now: number;
}

/** One guarded, idempotent statement. @returns whether it is one, and whether the user may see a race of the horse */
export async function writeFavourite(db: Database, write: FavouriteWrite) {
  const { userId, horseId, isFavourite, limit, now } = write;
  const isOwn = and(eq(favouriteHorses.userId, userId), eq(favouriteHorses.horseId, horseId));
  const isKnown = exists(selectShown(db, write));
  const isWithin = lt(db.$count(favouriteHorses, eq(favouriteHorses.userId, userId)), limit);
  const row = { userId, horseId, addedAt: now };
  const [, [stored]] = await db.batch([
    isFavourite
      ? insertWhere(db, favouriteHorses, row, { where: and(isKnown, isWithin) }).onConflictDoNothing()
      : db.delete(favouriteHorses).where(isOwn),
    db
      .select({ addedAt: favouriteHorses.addedAt, isKnown: sql<number>`${isKnown}`.as("is_known") })
      .from(ONE_ROW)
      .leftJoin(favouriteHorses, isOwn),
  ]);
  return { isFavourite: stored?.addedAt != null, isKnown: stored?.isKnown === 1 };
}

/** Next runners first, then the last added. Horses without a visible race are left out. */
export async function listFavourites(
  db: Database,
  { userId, today, lastDay }: { userId: number; today: string; lastDay: string },
): Promise<FavouriteHorse[]> {
  const isNext = sql<number>`${and(eq(races.status, "scheduled"), gte(races.date, today), eq(runners.status, "entered"))}`;
  const runs = db
    .select({
      horseId: runners.horseId,
      horseName: runners.horseName,
      horseNum: runners.horseNum,
      bracketNum: runners.bracketNum,
      raceId: races.raceId,
      date: races.date,
      venue: races.venue,
      raceNum: races.raceNum,
      name: races.name,
      grade: races.grade,
      startTime: races.startTime,
      addedAt: favouriteHorses.addedAt,
      isNext: isNext.as("is_next"),
      // The next race, else the newest.
      nth: sql<number>`row_number() over (partition by ${runners.horseId} order by ${isNext} desc,
        case when ${isNext} then ${races.date} end, ${races.date} desc)`.as("nth"),
    })
    .from(favouriteHorses)
    .innerJoin(runners, eq(runners.horseId, favouriteHorses.horseId))
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(and(eq(favouriteHorses.userId, userId), isVisibleRace, lte(races.date, lastDay)))
    .as("runs");
  const isOwnNote = and(eq(horseNotes.userId, userId), eq(horseNotes.horseId, runs.horseId));
  const rows = await db
    .select({
      horseId: runs.horseId,
      horseName: runs.horseName,
      horseNum: runs.horseNum,
      bracketNum: runs.bracketNum,
      raceId: runs.raceId,
      date: runs.date,
      venue: runs.venue,
      raceNum: runs.raceNum,
      name: runs.name,
      grade: runs.grade,
      startTime: runs.startTime,
      isNext: runs.isNext,
      note: horseNotes.note,
    })
    .from(runs)
    .leftJoin(horseNotes, isOwnNote)
    .where(eq(runs.nth, 1))
    .orderBy(
      desc(runs.isNext),
      asc(sql`case when ${runs.isNext} then ${runs.date} || coalesce(${runs.startTime}, '') end`),
      desc(runs.addedAt),
      asc(runs.horseId),
    );
  return rows.map(({ horseId, horseName, note, isNext: hasNext, ...entry }) => ({
    ...{ horseId, horseName, note },
    next: hasNext === 1 ? entry : null,
  }));
}
