import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import { bytes } from "./bytes.server.ts";

/** Records of JV-Data (app/domain/jv-data) that rows are made from, and those that could not be taken yet. */

/** The winning records of a race, or of a course's day (`20261122-05-00`). */
export const raceRecords = sqliteTable("race_records", {
  /** Made from the records' key; the race's rows may have another id. */
  raceId: text("race_id").primaryKey(),
  /** Packed (`packRecords`) and gzipped. */
  records: bytes("records").notNull(),
  /** Rises with each write, so that who read an earlier one does not write over it. */
  version: integer("version").notNull(),
});

/** The winning master record of a horse, and what rows take from it. */
export const horseRecords = sqliteTable("horse_records", {
  horseId: text("horse_id").primaryKey(),
  records: bytes("records").notNull(),
  sireName: text("sire_name"),
  damSireName: text("dam_sire_name"),
  version: integer("version").notNull(),
});

/** Records that were not taken, with the reason: tried again when others of their race arrive. */
export const recordsAside = sqliteTable(
  "records_aside",
  {
    /** Hash of the record: sent again, it is the same row. */
    id: text("id").primaryKey(),
    /** Made from the record's key; null if that cannot be read. */
    raceId: text("race_id"),
    kind: text("kind").notNull(),
    field: text("field").notNull(),
    reason: text("reason").notNull(),
    createdAt: integer("created_at").notNull(),
    record: bytes("record").notNull(),
    /** Where it stood: of an import the file, of a delivery to the live door only the line. */
    file: text("file"),
    line: integer("line"),
  },
  (t) => [index("records_aside_race_id").on(t.raceId), index("records_aside_created_at").on(t.createdAt)],
);

/** Days of races that records were delivered about by the live door; an import of files leaves none. */
export const deliveredDays = sqliteTable("delivered_days", {
  day: text("day").primaryKey(),
  lastAt: integer("last_at").notNull(),
  /** When the operator was last mailed that nothing comes. */
  alertedAt: integer("alerted_at"),
});

/** Odds of some moments of a race, and the last ones (app/domain/jv-data/odds). Never an input of a model. */
export const odds = sqliteTable(
  "odds",
  {
    /** Made from the records' key; the race may have another id, or not be stored. */
    raceId: text("race_id").notNull(),
    kind: text("kind", { enum: ODDS_KINDS }).notNull(),
    /** Texts compare as the odds do by age. */
    order: text("order_key").notNull(),
    odds: text("odds").notNull(),
  },
  (t) => [primaryKey({ columns: [t.raceId, t.kind, t.order] })],
);
