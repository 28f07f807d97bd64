import { and, eq, exists, lt, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { ONE_ROW } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { favouriteHorses } from "#app/db/schema/fans.server.ts";
import { type ShownHorse, selectShown } from "./shown-horses.server.ts";

interface FavouriteWrite extends ShownHorse {
  userId: number;
  isFavourite: boolean;
  /** Favourites that a user may have. */
  limit: number;
  now: number;
}

/**
 * Adds a horse to the user's favourites, if it is known and they are not too many, or takes it away: one guarded
 * statement. Again, it changes nothing (primary keys; index runners_horse_id).
 *
 * @returns whether it then is one, and whether the horse runs or ran in a race that the user may see
 */
export async function writeFavourite(
  db: Database,
  write: FavouriteWrite,
): Promise<{ isFavourite: boolean; isKnown: boolean }> {
  const { userId, horseId, isFavourite, limit, now } = write;
  const isOwn = and(eq(favouriteHorses.userId, userId), eq(favouriteHorses.horseId, horseId));
  const isKnown = exists(selectShown(db, write));
  const isWithin = lt(db.$count(favouriteHorses, eq(favouriteHorses.userId, userId)), limit);
  const row = rowSelection(favouriteHorses, { userId, horseId, addedAt: now });
  const [, [stored]] = await db.batch([
    isFavourite
      ? db
          .insert(favouriteHorses)
          .select(db.select(row).from(ONE_ROW).where(and(isKnown, isWithin)))
          .onConflictDoNothing()
      : db.delete(favouriteHorses).where(isOwn),
    db
      .select({ addedAt: favouriteHorses.addedAt, isKnown: sql<number>`${isKnown}`.as("is_known") })
      .from(ONE_ROW)
      .leftJoin(favouriteHorses, isOwn),
  ]);
  return { isFavourite: stored?.addedAt != null, isKnown: stored?.isKnown === 1 };
}
