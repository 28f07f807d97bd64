import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { OWN_MARKS } from "#app/domain/own-marks.ts";
import { users } from "./accounts.server.ts";

/**
 * What users keep about horses. Races and horses are named without a reference: what is kept outlives a race that is
 * taken out of the store, and stands again when it comes back.
 */

/** A user's mark for a horse of a race, by the race's own id. No row: no mark. */
export const horseMarks = sqliteTable(
  "horse_marks",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    raceId: text("race_id").notNull(),
    horseId: text("horse_id").notNull(),
    mark: text("mark", { enum: OWN_MARKS }).notNull(),
    markedAt: integer("marked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.raceId, t.horseId] }),
    index("horse_marks_user_id_horse_id").on(t.userId, t.horseId),
    check("horse_marks_mark_known", sql`${t.mark} in ${[...OWN_MARKS]}`.inlineParams()),
  ],
);

/** A user's note on a horse, which stays from race to race. No row: no note. */
export const horseNotes = sqliteTable(
  "horse_notes",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    horseId: text("horse_id").notNull(),
    notedAt: integer("noted_at").notNull(),
    note: text("note").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.horseId] })],
);

/** A user's favourite horses. */
export const favouriteHorses = sqliteTable(
  "favourite_horses",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    horseId: text("horse_id").notNull(),
    addedAt: integer("added_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.horseId] }),
    // Whose favourites the runners of a day are.
    index("favourite_horses_horse_id").on(t.horseId),
  ],
);
