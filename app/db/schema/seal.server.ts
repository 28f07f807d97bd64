import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.server.ts";

/** Seals of forecasts: a tree of leaves for each day, and the heads of it that were published (app/domain/seal). */

/** The chain of days, without a gap from the site's first start on. */
export const sealDays = sqliteTable(
  "seal_days",
  {
    /** Japan's day on which its leaves are sealed. */
    day: text("day").primaryKey(),
    /** Root of the day before. */
    previous: text("previous").notNull(),
    /** Leaves of its last head, and that head's root. */
    count: integer("count").notNull(),
    root: text("root").notNull(),
    /** JSON of Frontier (app/domain/seal/tree.ts): what appending needs. */
    frontier: text("frontier").notNull(),
    /** Null: leaves may still be added. */
    closedAt: integer("closed_at"),
  },
  () => [
    // The one day that is open.
    uniqueIndex("seal_days_open").on(sql`(closed_at is null)`).where(sql`closed_at is null`),
  ],
);

/** Published heads; a day has at least that of its beginning. */
export const sealHeads = sqliteTable(
  "seal_heads",
  {
    /** Of the run that made it. */
    id: text("id").primaryKey(),
    day: text("day")
      .notNull()
      .references(() => sealDays.day),
    /** Leaves of the day until then: a day has one head of a count. */
    count: integer("count").notNull(),
    root: text("root").notNull(),
    at: integer("at").notNull(),
  },
  (t) => [uniqueIndex("seal_heads_day_count").on(t.day, t.count), uniqueIndex("seal_heads_root").on(t.root)],
);

/** Leaves, of one forecast or of a batch of them; they are never deleted. */
export const sealLeaves = sqliteTable(
  "seal_leaves",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The leaf's hash; of a batch the root of its own tree. */
    hash: text("hash").notNull(),
    /** Its place in a day's tree; null until a head holds it. */
    day: text("day").references(() => sealDays.day),
    position: integer("position"),
    /** Time of the first head that holds it: late if not before its race's start. */
    sealedAt: integer("sealed_at"),
    /** The sealed text; null: deleted with its analysis, or of a batch. */
    body: text("body"),
    /** The analysis that it is of; null: none, or its account was deleted. */
    analysisId: integer("analysis_id"),
    /** R2 key of the texts of a batch. */
    batchKey: text("batch_key"),
    /** Its race, which a leaf outlives; of a batch the one that starts first. */
    raceId: text("race_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("seal_leaves_hash").on(t.hash),
    uniqueIndex("seal_leaves_day_position").on(t.day, t.position),
    uniqueIndex("seal_leaves_analysis_id").on(t.analysisId),
    uniqueIndex("seal_leaves_batch_key").on(t.batchKey),
    // What no head holds yet: those of some minutes.
    index("seal_leaves_waiting").on(t.id).where(sql`position is null`),
    check(
      "seal_leaves_place",
      sql`(${t.day} is null) = (${t.position} is null) and (${t.day} is null) = (${t.sealedAt} is null)`,
    ),
  ],
);

/** The keys that the texts of ranked models' forecasts are stored under; an account's is deleted with it. */
export const sealKeys = sqliteTable("seal_keys", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id),
  /** AES-GCM, 256 bits in hexadecimal. */
  key: text("key").notNull(),
});

/** Which races a lot of ranked models has been sealed for, and on which card. */
export const sealForecasts = sqliteTable(
  "seal_forecasts",
  {
    raceId: text("race_id").notNull(),
    /** Models by id, a fixed range of them. */
    lot: integer("lot").notNull(),
    /** Those that read body weights, or those that do not. */
    isWeight: integer("is_weight", { mode: "boolean" }).notNull(),
    /** Of the inputs that they were scored on. */
    version: integer("version").notNull(),
    /** The batch's leaf. */
    leafId: integer("leaf_id")
      .notNull()
      .references(() => sealLeaves.id),
  },
  (t) => [primaryKey({ columns: [t.raceId, t.lot, t.isWeight, t.version] })],
);

/** Perfect subtrees of the days' trees, above the leaves: what paths and proofs are made of. */
export const sealNodes = sqliteTable(
  "seal_nodes",
  {
    day: text("day").notNull(),
    /** The subtree has 2^level leaves. */
    level: integer("level").notNull(),
    /** From the left, among those of its level. */
    index: integer("index").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.level, t.index] })],
);

/** What the outside places answered that heads were posted to. */
export const sealWitnesses = sqliteTable(
  "seal_witnesses",
  {
    headId: text("head_id")
      .notNull()
      .references(() => sealHeads.id),
    /** Address that it was posted to. */
    witness: text("witness").notNull(),
    /** HTTP status, and the beginning of the body. */
    status: integer("status").notNull(),
    answer: text("answer").notNull(),
    /** When it answered first with success, else last. */
    at: integer("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.headId, t.witness] })],
);
