import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { OWN_LIMIT_KINDS } from "#app/domain/own-limits.ts";
import { userReference } from "./accounts.server.ts";

/** No row: none. */
export const ownLimits = sqliteTable(
  "own_limits",
  {
    userId: userReference(),
    kind: text("kind", { enum: OWN_LIMIT_KINDS }).notNull(),
    /** Null: no limit. Until `raise_at`, if that is set. */
    amount: integer("amount"),
    /** From `raise_at` on; null: no limit. */
    raiseTo: integer("raise_to"),
    raiseAt: integer("raise_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check("own_limits_kind_known", sql`${t.kind} in ${[...OWN_LIMIT_KINDS]}`.inlineParams()),
  ],
);

export const ownPauses = sqliteTable("own_pauses", {
  userId: userReference().primaryKey(),
  startedAt: integer("started_at").notNull(),
  endsAt: integer("ends_at").notNull(),
});

/** The largest per race and month. No foreign key to races. */
export const ownBudgets = sqliteTable(
  "own_budgets",
  {
    userId: userReference(),
    /** Japan's, when typed. */
    month: text("month").notNull(),
    raceId: text("race_id").notNull(),
    yen: integer("yen").notNull(),
    typedAt: integer("typed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month, t.raceId] })],
);
