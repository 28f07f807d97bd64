import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { OWN_MARKS } from "#app/domain/own-marks.ts";
import { userReference } from "./accounts.server.ts";

/** No foreign keys: rows outlive a removed race or horse. */

/** By the race's own id. */
export const horseMarks = sqliteTable(
  "horse_marks",
  {
    userId: userReference(),
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

export const horseNotes = sqliteTable(
  "horse_notes",
  {
    userId: userReference(),
    horseId: text("horse_id").notNull(),
    notedAt: integer("noted_at").notNull(),
    note: text("note").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.horseId] })],
);

export const favouriteHorses = sqliteTable(
  "favourite_horses",
  {
    userId: userReference(),
    horseId: text("horse_id").notNull(),
    addedAt: integer("added_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.horseId] }),
    // Finds users who favourited a day's runners.
    index("favourite_horses_horse_id").on(t.horseId),
  ],
);

/** Public models; a row outlives the publication. */
export const follows = sqliteTable(
  "follows",
  {
    userId: userReference(),
    modelId: integer("model_id").notNull(),
    followedAt: integer("followed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.modelId] })],
);
