import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { TICKET_KINDS } from "#app/domain/racing/ticket-kind.ts";
import type { TicketLine } from "#app/domain/settlement/settle-ticket.ts";
import { userReference } from "./accounts.server.ts";
import { modelReference, models } from "./models.server.ts";
import { raceReference } from "./racing.server.ts";

const RESULT_KINDS = ["settled", "returned", "none"] as const;

/** One per finished analysis. Stays after a deletion, unless the analysis was made after the start. */
export const recordEntries = sqliteTable(
  "record_entries",
  {
    /** Ids are not reused. */
    analysisId: integer("analysis_id").primaryKey(),
    userId: userReference(),
    modelId: modelReference(),
    /** As of acceptance. */
    modelName: text("model_name").notNull(),
    raceId: raceReference(),
    /** As of the last settlement. */
    date: text("date").notNull(),
    /** JSON of at most five horse numbers, best first. */
    picks: text("picks").notNull(),
    isLearntFrom: integer("is_learnt_from", { mode: "boolean" }).notNull(),
    completedAt: integer("completed_at").notNull(),
    deletedAt: integer("deleted_at"),
    /** Null: never settled. Rises only. */
    seenVersion: integer("seen_version"),
    /** Null before the result. */
    resultKind: text("result_kind", { enum: RESULT_KINDS }),
    starters: integer("starters"),
    finish: integer("finish"),
    odds: real("odds"),
    popularity: integer("popularity"),
    /** JSON of Bets. */
    bets: text("bets"),
    favourite: text("favourite"),
    /** Written with the leaf and its first head (app/db/seal). */
    hasSeal: integer("has_seal", { mode: "boolean" }).notNull().default(false),
    sealedAt: integer("sealed_at"),
  },
  (t) => [
    // Includes the columns of the version.
    index("record_entries_model_id_date").on(t.modelId, t.date, t.seenVersion, t.deletedAt, t.sealedAt),
    index("record_entries_user_id_date").on(t.userId, t.date, t.seenVersion, t.deletedAt, t.sealedAt),
    index("record_entries_race_id").on(t.raceId),
    // Never settled.
    index("record_entries_unseen").on(t.analysisId).where(sql`seen_version is null`),
    check(
      "record_entries_result_kind_known",
      sql`${t.resultKind} is null or ${t.resultKind} in ('settled', 'returned', 'none')`,
    ),
    check("record_entries_settled_has_bets", sql`${t.resultKind} is null or ${t.bets} is not null`),
  ],
);

/** Tickets that a user bought elsewhere. Settled when read. No foreign key to races. */
export const ownTickets = sqliteTable(
  "own_tickets",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    raceId: text("race_id").notNull(),
    /** The race day as known when recorded. */
    date: text("date").notNull(),
    kind: text("kind", { enum: TICKET_KINDS }).notNull(),
    /** Whose analysis the tickets follow; null: typed by hand. */
    modelId: integer("model_id").references(() => models.id),
    yen: integer("yen").notNull(),
    /** One form submission is one ticket. */
    formKey: text("form_key").notNull(),
    recordedAt: integer("recorded_at").notNull(),
    lines: text("lines", { mode: "json" }).$type<readonly TicketLine[]>().notNull(),
  },
  (t) => [
    uniqueIndex("own_tickets_user_id_form_key").on(t.userId, t.formKey),
    index("own_tickets_user_id_date").on(t.userId, t.date),
    check("own_tickets_kind_known", sql`${t.kind} in ${[...TICKET_KINDS]}`.inlineParams()),
    check("own_tickets_has_yen", sql`${t.yen} > 0`),
  ],
);

/** Cached figures. */
export const recordFigures = sqliteTable(
  "record_figures",
  {
    /** model:7, or user:3. */
    scope: text("scope").primaryKey(),
    userId: userReference(),
    /** Another version is counted again. */
    version: text("version").notNull(),
    /** JSON of RecordFigures. */
    figures: text("figures").notNull(),
  },
  (t) => [index("record_figures_user_id").on(t.userId)],
);
