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
  GOINGS,
  GRADES,
  RACE_STATUSES,
  RUNNER_STATUSES,
  SEXES,
  SURFACES,
  type VenueType,
  WEATHERS,
} from "#app/domain/racing/race.ts";

/**
 * Races with their runners and payouts, and the imports that they came by. Their fields are those of the records
 * (app/domain/racing/records.ts).
 */

const SOURCES = ["sample", "real"] as const;
const SEARCH_KINDS = ["horse", "jockey", "race"] as const;

/** A check's condition: the column holds one of some words. */
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
    /** Share done of the present step, 0 to 1. */
    progress: real("progress").notNull().default(0),
    /** Staged chunks applied so far, and how many there are: an interrupted import goes on here. */
    nextChunk: integer("next_chunk").notNull().default(0),
    chunkCount: integer("chunk_count").notNull().default(0),
    added: integer("added").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    unchanged: integer("unchanged").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    /** JSON list of at most 100 {file, line, field, reason}; of records also where the import is done. */
    errors: text("errors").notNull().default("[]"),
    errorCount: integer("error_count").notNull().default(0),
    /** JSON list of at most 100 notice lines. */
    notices: text("notices").notNull().default("[]"),
    noticeCount: integer("notice_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
    /** Of what is done: rises with each end, as ids do not, since files may take long. At least the id. */
    dataVersion: integer("data_version"),
    /** Records that were refused and may be taken later; none of open CSV. */
    pendingCount: integer("kept_aside").notNull().default(0),
    /** The import that this one takes back. */
    undoes: integer("undoes"),
    /** Objects in the store that hold what stood before; -1: it is in `import_races` still; null: not kept (any more). */
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

/** A race is visible when it is not hidden and no unfinished import touches it: `hidden = 0 and pending_import_id is null`. */
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
    /** Declared runners with a horse number, and those of them whose body weight is announced. */
    runnerCount: integer("runner_count").notNull().default(0),
    weighedCount: integer("weighed_count").notNull().default(0),
    /** The sample of a venue type hides when real races of that type arrive. */
    hidden: integer("hidden", { mode: "boolean" }).notNull().default(false),
    pendingImportId: integer("pending_import_id").references(() => imports.id),
    /** Data version of the import that last changed the race, its runners or payouts. */
    dataVersion: integer("data_version").notNull(),
    contentHash: text("content_hash").notNull(),
    /** 5 and 6 of 5回京都6日; null as grade and class: unknown. */
    meetingNum: integer("meeting_num"),
    meetingDay: integer("meeting_day"),
    grade: text("grade", { enum: GRADES }),
    raceClass: text("race_class"),
    /** Data versions of the imports that last changed what features read of its card, without body weights, and these. */
    inputsVersion: integer("inputs_version").notNull().default(0),
    weightsVersion: integer("weights_version").notNull().default(0),
    /** Where an import was taken back: the data version that stands again; null: `data_version` does. */
    undoneTo: integer("undone_to"),
  },
  (t) => [
    uniqueIndex("races_date_venue_race_num").on(t.date, t.venue, t.raceNum, t.source),
    index("races_venue_type_date").on(t.venueType, t.date),
    // The nearest day with a visible race, without a step for each hidden one between.
    index("races_visible_venue_type_date").on(t.venueType, t.date).where(sql`hidden = 0 and pending_import_id is null`),
    // The newest visible races of a name, without a step for each hidden one between.
    index("races_visible_name_date").on(t.name, t.date).where(sql`hidden = 0 and pending_import_id is null`),
    // What changed since records were settled.
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

/** Races that an import of files has changed, for as long as it can be taken back (`kept-races.server.ts`). */
export const importRaces = sqliteTable(
  "import_races",
  {
    importId: integer("import_id")
      .notNull()
      .references(() => imports.id),
    raceId: text("race_id").notNull(),
    /** The import brought the race. */
    isNew: integer("is_new", { mode: "boolean" }).notNull(),
    /** JSON of day, course and number that the race had; null: new. */
    place: text("place"),
    /** JSON of the race with its runners and payouts as it was; null: new, or moved to the store. */
    before: text("before"),
  },
  (t) => [primaryKey({ columns: [t.importId, t.raceId] })],
);

/**
 * Names that can be searched for by their beginning (`nameKey`): each name of a horse, of jockeys and of races. Whether a
 * visible race has one is seen when it is found.
 */
export const searchNames = sqliteTable(
  "search_names",
  {
    kind: text("kind", { enum: SEARCH_KINDS }).notNull(),
    key: text("key").notNull(),
    /** The horse's; of jockeys and races the name, as theirs are found by it. */
    id: text("id").notNull(),
    name: text("name").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key, t.id] }),
    check("search_names_kind_known", isOneOf(t.kind, SEARCH_KINDS)),
  ],
);

/** Races whose names are still to be entered in `search_names`, with the data version that they were noted by. */
export const searchPending = sqliteTable("search_pending", {
  raceId: text("race_id").primaryKey(),
  dataVersion: integer("data_version").notNull(),
});

/** Other ids that were given for a race: they lead to it (`race-identities.server.ts`). */
export const raceAliases = sqliteTable(
  "race_aliases",
  {
    alias: text("alias").primaryKey(),
    raceId: text("race_id")
      .notNull()
      .references(() => races.raceId),
  },
  (t) => [index("race_aliases_race_id").on(t.raceId)],
);

export const runners = sqliteTable(
  "runners",
  {
    raceId: text("race_id")
      .notNull()
      .references(() => races.raceId),
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
    /** Hampered in this race: known afterwards, never an input of the same row. */
    trouble: integer("trouble", { mode: "boolean" }),
    contentHash: text("content_hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.raceId, t.horseNum] }),
    // The races of a horse whose pedigree arrives after them.
    index("runners_horse_id").on(t.horseId),
    check("runners_horse_num_positive", sql`${t.horseNum} >= 1`),
    check("runners_status_known", isOneOf(t.status, RUNNER_STATUSES)),
    check("runners_sex_known", isOneOf(t.sex, SEXES)),
    check("runners_finished_has_position", sql`${t.status} <> 'finished' or ${t.finishPosition} is not null`),
  ],
);

/** Official payout rows, per 100 yen: settlement reads these and derives nothing. */
export const payouts = sqliteTable(
  "payouts",
  {
    raceId: text("race_id")
      .notNull()
      .references(() => races.raceId),
    betType: text("bet_type").notNull(),
    combination: text("combination").notNull(),
    payoutYen: integer("payout_yen").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.raceId, t.betType, t.combination] }),
    check("payouts_payout_yen_not_negative", sql`${t.payoutYen} >= 0`),
  ],
);
