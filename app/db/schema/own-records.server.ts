import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.server.ts";
import { models } from "./models.server.ts";
import { races } from "./racing.server.ts";

/** What models said before races, and what became of it (app/domain/own-records). */

const RESULT_KINDS = ["settled", "returned", "none"] as const;

/**
 * One row per finished analysis, written when it is completed. It stays when the analysis or its model is deleted, unless
 * the analysis was made after the start. The result is written by the settlement of records, again with each correction.
 */
export const recordEntries = sqliteTable(
  "record_entries",
  {
    /** Ids are never given again. */
    analysisId: integer("analysis_id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    /** As of acceptance. */
    modelName: text("model_name").notNull(),
    raceId: text("race_id")
      .notNull()
      .references(() => races.raceId),
    /** The race's day, as of the last settlement. */
    date: text("date").notNull(),
    /** JSON of the horse numbers that the bets are made of, best index first: five at most. */
    picks: text("picks").notNull(),
    isLearntFrom: integer("is_learnt_from", { mode: "boolean" }).notNull(),
    completedAt: integer("completed_at").notNull(),
    deletedAt: integer("deleted_at"),
    /** `races.data_version` that the row was last settled by; null: never. Rises only. */
    seenVersion: integer("seen_version"),
    /** RecordResult; null before the result and its payouts. */
    resultKind: text("result_kind", { enum: RESULT_KINDS }),
    starters: integer("starters"),
    finish: integer("finish"),
    odds: real("odds"),
    popularity: integer("popularity"),
    /** JSON of Bets, and of the same on the favourites; null without. */
    bets: text("bets"),
    favourite: text("favourite"),
    /** Whether it has a leaf, and the time of the first head that holds it: written with the leaf and the head (app/db/seal). */
    hasSeal: integer("has_seal", { mode: "boolean" }).notNull().default(false),
    sealedAt: integer("sealed_at"),
  },
  (t) => [
    // A record's rows by day; with what its version is counted from (own-records/record-reads.server.ts).
    index("record_entries_model_id_date").on(t.modelId, t.date, t.seenVersion, t.deletedAt, t.sealedAt),
    index("record_entries_user_id_date").on(t.userId, t.date, t.seenVersion, t.deletedAt, t.sealedAt),
    index("record_entries_race_id").on(t.raceId),
    // Never settled: those of races to come, and those just made.
    index("record_entries_unseen").on(t.analysisId).where(sql`seen_version is null`),
    check(
      "record_entries_result_kind_known",
      sql`${t.resultKind} is null or ${t.resultKind} in ('settled', 'returned', 'none')`,
    ),
    check("record_entries_settled_has_bets", sql`${t.resultKind} is null or ${t.bets} is not null`),
  ],
);

/** Figures of a record as they were last counted, so that its page need not count thousands of races again. */
export const recordFigures = sqliteTable(
  "record_figures",
  {
    /** model:7, or user:3. */
    scope: text("scope").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    /** Of the entries that were counted; others, and they are counted again. */
    version: text("version").notNull(),
    /** JSON of RecordFigures. */
    figures: text("figures").notNull(),
  },
  (t) => [index("record_figures_user_id").on(t.userId)],
);
