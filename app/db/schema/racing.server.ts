import { type SQL, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { IMPORT_STATUSES } from "#app/domain/racing/import-status.ts";
import {
  APPRENTICE_MARKS,
  GOINGS,
  GRADES,
  RACE_STATUSES,
  RUNNER_STATUSES,
  SEXES,
  SURFACES,
  TRAINER_BASES,
  type VenueType,
  WEATHERS,
  WEIGHT_RULES,
} from "#app/domain/racing/race.ts";

/** Fields: app/domain/racing/records.ts. */

const SOURCES = ["sample", "real"] as const;
const SEARCH_KINDS = ["horse", "jockey", "race"] as const;

function isOneOf(column: AnySQLiteColumn, values: readonly string[]): SQL {
  return sql`${column} in ${values}`.inlineParams();
}

export const imports = sqliteTable(
  "imports",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    source: text("source", { enum: SOURCES }).notNull(),
    status: text("status", { enum: IMPORT_STATUSES }).notNull(),
    /** JSON list of {name, key, bytes}. */
    files: text("files").notNull().default("[]"),
    /** 0 to 1. */
    progress: real("progress").notNull().default(0),
    /** An interrupted import resumes here. */
    nextChunk: integer("next_chunk").notNull().default(0),
    chunkCount: integer("chunk_count").notNull().default(0),
    added: integer("added").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    unchanged: integer("unchanged").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    /** JSON of at most 100 {file, line, field, reason}. */
    errors: text("errors").notNull().default("[]"),
    errorCount: integer("error_count").notNull().default(0),
    /** JSON of at most 100 lines. */
    notices: text("notices").notNull().default("[]"),
    noticeCount: integer("notice_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
    /** Set when the import finishes. Monotonic, unlike ids, because imports can finish out of order. */
    dataVersion: integer("data_version"),
    /** Pending records; 0 for open CSV. */
    keptAside: integer("kept_aside").notNull().default(0),
    /** The undone import. */
    undoes: integer("undoes"),
    /** Objects with the previous state; -1: in `import_races`; null: none. */
    beforeParts: integer("before_parts"),
  },
  (t) => [
    index("imports_status").on(t.status),
    index("imports_data_version").on(t.dataVersion),
    index("imports_before_parts").on(t.finishedAt).where(sql`before_parts is not null`),
    uniqueIndex("imports_undone_once")
      .on(t.undoes)
      .where(sql`undoes is not null and status not in ('refused', 'failed')`),
    check("imports_source_known", isOneOf(t.source, SOURCES)),
    check("imports_status_known", isOneOf(t.status, IMPORT_STATUSES)),
  ],
);

/** Visible: `hidden = 0 and pending_import_id is null`. */
export const races = sqliteTable(
  "races",
  {
    raceId: text("race_id").primaryKey(),
    date: text("date").notNull(),
    venue: text("venue").notNull(),
    venueType: integer("venue_type").$type<VenueType>().notNull(),
    raceNum: integer("race_num").notNull(),
    name: text("name").notNull(),
    startTime: text("start_time"),
    surface: text("surface", { enum: SURFACES }),
    distanceM: integer("distance_m"),
    weather: text("weather", { enum: WEATHERS }),
    going: text("going", { enum: GOINGS }),
    status: text("status", { enum: RACE_STATUSES }).notNull(),
    source: text("source", { enum: SOURCES }).notNull(),
    /** With a horse number, and with a body weight. */
    runnerCount: integer("runner_count").notNull().default(0),
    weighedCount: integer("weighed_count").notNull().default(0),
    /** Real races hide the sample of their type. */
    hidden: integer("hidden", { mode: "boolean" }).notNull().default(false),
    pendingImportId: integer("pending_import_id").references(() => imports.id),
    /** The last import that changed the race, its runners or payouts. */
    dataVersion: integer("data_version").notNull(),
    contentHash: text("content_hash").notNull(),
    /** 5 and 6 of 5回京都6日; null: unknown. */
    meetingNum: integer("meeting_num"),
    meetingDay: integer("meeting_day"),
    grade: text("grade", { enum: GRADES }),
    raceClass: text("race_class"),
    /** Last changes of the card without body weights, and of these. */
    inputsVersion: integer("inputs_version").notNull().default(0),
    weightsVersion: integer("weights_version").notNull().default(0),
    /** After an undo, the restored data version. */
    undoneTo: integer("undone_to"),
    weightRule: text("weight_rule", { enum: WEIGHT_RULES }),
    entryMarks: text("entry_marks"),
    courseWay: text("course_way"),
    rail: text("rail"),
    pursesYen: text("purses_yen"),
    lapsS: text("laps_s"),
  },
  (t) => [
    uniqueIndex("races_date_venue_race_num").on(t.date, t.venue, t.raceNum, t.source),
    index("races_venue_type_date").on(t.venueType, t.date),
    // Skips hidden races.
    index("races_visible_venue_type_date").on(t.venueType, t.date).where(sql`hidden = 0 and pending_import_id is null`),
    index("races_visible_name_date").on(t.name, t.date).where(sql`hidden = 0 and pending_import_id is null`),
    // Changed since the last settlement.
    index("races_data_version").on(t.dataVersion),
    index("races_pending_import_id").on(t.pendingImportId).where(sql`pending_import_id is not null`),
    check("races_venue_type_known", sql`${t.venueType} between 1 and 4`),
    check("races_status_known", isOneOf(t.status, RACE_STATUSES)),
    check("races_surface_known", isOneOf(t.surface, SURFACES)),
    check("races_weather_known", isOneOf(t.weather, WEATHERS)),
    check("races_going_known", isOneOf(t.going, GOINGS)),
    check("races_source_known", isOneOf(t.source, SOURCES)),
  ],
);

export function raceReference() {
  return text("race_id")
    .notNull()
    .references(() => races.raceId);
}

/** While an import can be undone (`kept-races.server.ts`). */
export const importRaces = sqliteTable(
  "import_races",
  {
    importId: integer("import_id")
      .notNull()
      .references(() => imports.id),
    raceId: text("race_id").notNull(),
    isNew: integer("is_new", { mode: "boolean" }).notNull(),
    /** JSON of day, course and number; null: new. */
    place: text("place"),
    /** JSON of the previous race; null: new, or in R2. */
    before: text("before"),
  },
  (t) => [primaryKey({ columns: [t.importId, t.raceId] })],
);

/** By `nameKey`. Visibility is checked when a name is found. */
export const searchNames = sqliteTable(
  "search_names",
  {
    kind: text("kind", { enum: SEARCH_KINDS }).notNull(),
    key: text("key").notNull(),
    /** The horse's id; for jockeys and races the name. */
    id: text("id").notNull(),
    name: text("name").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key, t.id] }),
    check("search_names_kind_known", isOneOf(t.kind, SEARCH_KINDS)),
  ],
);

/** Not in `search_names` yet. */
export const searchPending = sqliteTable("search_pending", {
  raceId: text("race_id").primaryKey(),
  dataVersion: integer("data_version").notNull(),
});

/** Other ids of a race (`race-identities.server.ts`). */
export const raceAliases = sqliteTable(
  "race_aliases",
  {
    alias: text("alias").primaryKey(),
    raceId: raceReference(),
  },
  (t) => [index("race_aliases_race_id").on(t.raceId)],
);

export const runners = sqliteTable(
  "runners",
  {
    raceId: raceReference(),
    horseNum: integer("horse_num").notNull(),
    bracketNum: integer("bracket_num"),
    horseId: text("horse_id").notNull(),
    horseName: text("horse_name").notNull(),
    sex: text("sex", { enum: SEXES }),
    age: integer("age"),
    carriedWeightKg: real("carried_weight_kg"),
    jockeyId: text("jockey_id"),
    jockeyName: text("jockey_name"),
    trainerId: text("trainer_id"),
    trainerName: text("trainer_name"),
    status: text("status", { enum: RUNNER_STATUSES }).notNull(),
    finishPosition: integer("finish_position"),
    timeS: real("time_s"),
    marginS: real("margin_s"),
    cornerPositions: text("corner_positions"),
    last600mS: real("last_600m_s"),
    winOdds: real("win_odds"),
    popularity: integer("popularity"),
    bodyWeightKg: integer("body_weight_kg"),
    bodyWeightChangeKg: integer("body_weight_change_kg"),
    prizeYen: integer("prize_yen"),
    sireName: text("sire_name"),
    damSireName: text("dam_sire_name"),
    /** Hampered: known afterwards, never an input of the same row. */
    trouble: integer("trouble", { mode: "boolean" }),
    damName: text("dam_name"),
    trainerBase: text("trainer_base", { enum: TRAINER_BASES }),
    apprentice: text("apprentice", { enum: APPRENTICE_MARKS }),
    blinkers: integer("blinkers", { mode: "boolean" }),
    lengths: text("lengths"),
    contentHash: text("content_hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.raceId, t.horseNum] }),
    // For pedigrees that come later.
    index("runners_horse_id").on(t.horseId),
    check("runners_horse_num_positive", sql`${t.horseNum} >= 1`),
    check("runners_status_known", isOneOf(t.status, RUNNER_STATUSES)),
    check("runners_sex_known", isOneOf(t.sex, SEXES)),
    check("runners_finished_has_position", sql`${t.status} <> 'finished' or ${t.finishPosition} is not null`),
  ],
);

/** Per 100 yen. Settlement reads only these. */
export const payouts = sqliteTable(
  "payouts",
  {
    raceId: raceReference(),
    betType: text("bet_type").notNull(),
    combination: text("combination").notNull(),
    payoutYen: integer("payout_yen").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.raceId, t.betType, t.combination] }),
    check("payouts_payout_yen_not_negative", sql`${t.payoutYen} >= 0`),
  ],
);
