import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { userReference } from "./accounts.server.ts";

/** Without a gap. */
export const sealDays = sqliteTable(
  "seal_days",
  {
    /** In Japan. */
    day: text("day").primaryKey(),
    /** Root of the day before. */
    previous: text("previous").notNull(),
    /** The last head. */
    count: integer("count").notNull(),
    root: text("root").notNull(),
    /** JSON of Frontier (app/domain/seal/tree.ts). */
    frontier: text("frontier").notNull(),
    closedAt: integer("closed_at"),
  },
  () => [
    // One open day.
    uniqueIndex("seal_days_open").on(sql`(closed_at is null)`).where(sql`closed_at is null`),
  ],
);

/** A day has at least its first, empty head. */
export const sealHeads = sqliteTable(
  "seal_heads",
  {
    /** Random, from its run. */
    id: text("id").primaryKey(),
    day: text("day")
      .notNull()
      .references(() => sealDays.day),
    count: integer("count").notNull(),
    root: text("root").notNull(),
    at: integer("at").notNull(),
  },
  (t) => [uniqueIndex("seal_heads_day_count").on(t.day, t.count), uniqueIndex("seal_heads_root").on(t.root)],
);

/** Never deleted. */
export const sealLeaves = sqliteTable(
  "seal_leaves",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** For a batch the root of its tree. */
    hash: text("hash").notNull(),
    /** Null until a head contains it. */
    day: text("day").references(() => sealDays.day),
    position: integer("position"),
    /** Time of the first head. */
    sealedAt: integer("sealed_at"),
    /** Null: deleted, or a batch. */
    body: text("body"),
    /** Null: none, or the account was deleted. */
    analysisId: integer("analysis_id"),
    batchKey: text("batch_key"),
    /** No foreign key: outlives the race. For a batch the first start. */
    raceId: text("race_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("seal_leaves_hash").on(t.hash),
    uniqueIndex("seal_leaves_day_position").on(t.day, t.position),
    uniqueIndex("seal_leaves_analysis_id").on(t.analysisId),
    uniqueIndex("seal_leaves_batch_key").on(t.batchKey),
    // Those of some minutes.
    index("seal_leaves_waiting").on(t.id).where(sql`position is null`),
    check(
      "seal_leaves_place",
      sql`(${t.day} is null) = (${t.position} is null) and (${t.day} is null) = (${t.sealedAt} is null)`,
    ),
  ],
);

/** Deleted with the account, which makes its texts unreadable. */
export const sealKeys = sqliteTable("seal_keys", {
  userId: userReference().primaryKey(),
  /** AES-GCM, 256 bits in hexadecimal. */
  key: text("key").notNull(),
});

/** Model batches sealed for a race's card. */
export const sealForecasts = sqliteTable(
  "seal_forecasts",
  {
    raceId: text("race_id").notNull(),
    /** Fixed range of model ids. */
    lot: integer("lot").notNull(),
    /** Models that read body weights. */
    isWeight: integer("is_weight", { mode: "boolean" }).notNull(),
    /** Version of the inputs. */
    version: integer("version").notNull(),
    leafId: integer("leaf_id")
      .notNull()
      .references(() => sealLeaves.id),
  },
  (t) => [primaryKey({ columns: [t.raceId, t.lot, t.isWeight, t.version] })],
);

/** Perfect subtrees above the leaves. */
export const sealNodes = sqliteTable(
  "seal_nodes",
  {
    day: text("day").notNull(),
    /** 2^level leaves. */
    level: integer("level").notNull(),
    /** From the left. */
    index: integer("index").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.level, t.index] })],
);

/** Responses to posted heads. */
export const sealWitnesses = sqliteTable(
  "seal_witnesses",
  {
    headId: text("head_id")
      .notNull()
      .references(() => sealHeads.id),
    witness: text("witness").notNull(),
    /** HTTP. */
    status: integer("status").notNull(),
    answer: text("answer").notNull(),
    /** First success, else last. */
    at: integer("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.headId, t.witness] })],
);
