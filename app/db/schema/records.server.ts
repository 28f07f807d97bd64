import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import { bytes } from "./bytes.server.ts";

/** The winning records of a race, or of a course's day (`20261122-05-00`). */
export const raceRecords = sqliteTable("race_records", {
  /** From the records' key; the race may have another id. */
  raceId: text("race_id").primaryKey(),
  /** `packRecords`, gzipped. */
  records: bytes("records").notNull(),
  /** Rises with each write: optimistic locking. */
  version: integer("version").notNull(),
});

export const horseRecords = sqliteTable("horse_records", {
  horseId: text("horse_id").primaryKey(),
  records: bytes("records").notNull(),
  sireName: text("sire_name"),
  damName: text("dam_name"),
  damSireName: text("dam_sire_name"),
  version: integer("version").notNull(),
});

/** Retried when others of their race arrive. */
export const recordsAside = sqliteTable(
  "records_aside",
  {
    /** Hash of the record. */
    id: text("id").primaryKey(),
    /** Null if the key is unreadable. */
    raceId: text("race_id"),
    kind: text("kind").notNull(),
    field: text("field").notNull(),
    reason: text("reason").notNull(),
    createdAt: integer("created_at").notNull(),
    record: bytes("record").notNull(),
    /** Imports have a file, live deliveries only a line. */
    file: text("file"),
    line: integer("line"),
  },
  (t) => [index("records_aside_race_id").on(t.raceId), index("records_aside_created_at").on(t.createdAt)],
);

/** Live door only. */
export const deliveredDays = sqliteTable("delivered_days", {
  day: text("day").primaryKey(),
  lastAt: integer("last_at").notNull(),
  /** Last mail about silence. */
  alertedAt: integer("alerted_at"),
});

/** app/domain/jv-data/odds. Never an input of a model. */
export const odds = sqliteTable(
  "odds",
  {
    /** From the records' key; the race may be missing. */
    raceId: text("race_id").notNull(),
    kind: text("kind", { enum: ODDS_KINDS }).notNull(),
    /** Sorts by age. */
    order: text("order_key").notNull(),
    odds: text("odds").notNull(),
  },
  (t) => [primaryKey({ columns: [t.raceId, t.kind, t.order] })],
);
