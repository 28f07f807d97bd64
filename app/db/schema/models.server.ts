import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import { userReference } from "./accounts.server.ts";
import { bytes } from "./bytes.server.ts";
import { raceReference } from "./racing.server.ts";

export const models = sqliteTable(
  "models",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    name: text("name").notNull(),
    venueType: integer("venue_type").notNull(),
    /** 1: averages over all starts; 0: at the own venue type; null at venue type 1. */
    isAllVenue: integer("is_all_venue"),
    /** JSON of FeatureChoice; immutable. */
    features: text("features").notNull(),
    featureCount: integer("feature_count").notNull(),
    isWeight: integer("is_weight", { mode: "boolean" }).notNull(),
    status: integer("status").notNull(),
    /** 0 to 1 while creating; null: unknown. */
    progress: real("progress"),
    /** Training excludes this day (Japan) and later ones. */
    cutoffDay: text("cutoff_day"),
    /** R2 key, set before writing. "": deleted with the account. */
    artifactKey: text("artifact_key"),
    /** JSON; null until known. */
    report: text("report"),
    /** One form submission makes one model. */
    formKey: text("form_key").notNull(),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    confirmedAt: integer("confirmed_at"),
    deletedAt: integer("deleted_at"),
    /** JSON of PackedModelDetails. */
    details: text("details"),
    /** The same user's; null: none. */
    parentId: integer("parent_id"),
    /** Excluded from everybody's forecast; null: takes part. */
    keptOutAt: integer("kept_out_at"),
    publishedAt: integer("published_at"),
    /** The public page lists the chosen features. */
    showsChoice: integer("shows_choice", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    uniqueIndex("models_user_id_form_key").on(t.userId, t.formKey),
    index("models_user_id_created_at").on(t.userId, t.createdAt),
    index("models_parent_id").on(t.parentId).where(sql`parent_id is not null`),
    index("models_published").on(t.id).where(sql`published_at is not null`),
    index("models_status_venue_type").on(t.status, t.venueType),
    // Other models with an artifact.
    index("models_artifact_key").on(t.artifactKey).where(sql`artifact_key is not null`),
    check("models_status_known", sql`${t.status} in (1, 2, 3)`),
    check("models_venue_type_known", sql`${t.venueType} in (1, 2, 3)`),
    check(
      "models_is_all_venue_by_type",
      sql`(${t.venueType} = 1 and ${t.isAllVenue} is null) or (${t.venueType} > 1 and ${t.isAllVenue} is not null and ${t.isAllVenue} in (0, 1))`,
    ),
    check("models_name_length", sql`length(${t.name}) between 1 and 15`),
    check("models_feature_count_positive", sql`${t.featureCount} >= 1`),
    check(
      "models_complete_has_artifact",
      sql`${t.status} <> 2 or (${t.artifactKey} is not null and ${t.completedAt} is not null)`,
    ),
  ],
);

export function modelReference() {
  return integer("model_id")
    .notNull()
    .references(() => models.id);
}

/** Searches for better features. */
export const suggestionSearches = sqliteTable(
  "suggestion_searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    modelId: modelReference(),
    /** The account's, from 1; decides the error that it may spend. */
    number: integer("number").notNull(),
    /** In Japan. */
    month: text("month").notNull(),
    formKey: text("form_key").notNull(),
    status: integer("status").notNull(),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    /** Changes trained. */
    trained: integer("trained").notNull().default(0),
    /** JSON of Change[]. */
    changes: text("changes").notNull(),
    /** JSON of JudgedSearch; null until complete, or with too few races. */
    result: text("result"),
  },
  (t) => [
    uniqueIndex("suggestion_searches_user_id_form_key").on(t.userId, t.formKey),
    uniqueIndex("suggestion_searches_user_id_number").on(t.userId, t.number),
    index("suggestion_searches_model_id").on(t.modelId),
    check("suggestion_searches_status_known", sql`${t.status} in (1, 2, 3)`),
  ],
);

/** One confirmation; its races are the analyses that name it. */
export const analysisDays = sqliteTable(
  "analysis_days",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    modelId: modelReference(),
    /** In Japan. */
    date: text("date").notNull(),
    formKey: text("form_key").notNull(),
    createdAt: integer("created_at").notNull(),
    stoppedAt: integer("stopped_at"),
  },
  (t) => [
    uniqueIndex("analysis_days_user_id_form_key").on(t.userId, t.formKey),
    index("analysis_days_user_id_date").on(t.userId, t.date),
  ],
);

export const analyses = sqliteTable(
  "analyses",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    modelId: modelReference(),
    raceId: raceReference(),
    /** See standing.server.ts. Unique with model and race. */
    raceInputsVersion: integer("race_data_version").notNull(),
    /** As of acceptance. */
    modelName: text("model_name").notNull(),
    venueType: integer("venue_type").notNull(),
    /** JSON {race_num, name, title, date}, as of acceptance. */
    raceInfo: text("race_info").notNull(),
    status: integer("status").notNull(),
    progress: real("progress"),
    /** JSON (app/domain/scoring/score-race.ts). */
    scores: text("scores"),
    /** 参考値: no probability, in no statistic. */
    isLearntFrom: integer("is_learnt_from", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    confirmedAt: integer("confirmed_at"),
    sharedAt: integer("shared_at"),
    deletedAt: integer("deleted_at"),
    /** JSON of ScoredInputs; null: scored before these. */
    inputs: text("inputs"),
    /** Does not count among parallel analyses. */
    dayId: integer("day_id").references(() => analysisDays.id),
    /** JSON of OrderExponents. */
    orderExponents: text("order_exponents"),
    /** JSON of AnalysisDetails, gzipped. */
    zippedDetails: bytes("zipped_details"),
  },
  (t) => [
    uniqueIndex("analyses_once")
      .on(t.modelId, t.raceId, t.raceInputsVersion)
      .where(sql`deleted_at is null and status in (1, 2)`),
    index("analyses_user_id_created_at").on(t.userId, t.createdAt),
    index("analyses_user_id_status").on(t.userId, t.status),
    // Uses to return when a race is cancelled.
    index("analyses_race_id").on(t.raceId),
    // The status first: SQLite prefers an equality to a range.
    index("analyses_day_open")
      .on(t.status, t.dayId)
      .where(sql`day_id is not null and status = 1 and deleted_at is null`),
    index("analyses_day_id").on(t.dayId).where(sql`day_id is not null`),
    // Updated by imports.
    index("analyses_shared").on(t.id).where(sql`shared_at is not null and deleted_at is null`),
    // Nearly always none.
    index("analyses_shared_deleted").on(t.id).where(sql`shared_at is not null and deleted_at is not null`),
    check("analyses_status_known", sql`${t.status} in (1, 2, 3)`),
    check(
      "analyses_complete_has_scores",
      sql`${t.status} <> 2 or (${t.scores} is not null and ${t.completedAt} is not null)`,
    ),
  ],
);

/** Left of an analysis that was fixed before the start and deleted. Returns are read from the payouts as they are. */
export const analysisTombstones = sqliteTable(
  "analysis_tombstones",
  {
    /** Ids are not reused. */
    analysisId: integer("analysis_id").primaryKey(),
    userId: userReference(),
    modelId: modelReference(),
    raceId: raceReference(),
    raceInputsVersion: integer("race_data_version").notNull(),
    modelName: text("model_name").notNull(),
    venueType: integer("venue_type").notNull(),
    raceInfo: text("race_info").notNull(),
    /** JSON of at most five horse numbers, best first. */
    picks: text("picks").notNull(),
    isLearntFrom: integer("is_learnt_from", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at").notNull(),
    deletedAt: integer("deleted_at").notNull(),
  },
  (t) => [index("analysis_tombstones_user_id_completed_at").on(t.userId, t.completedAt)],
);

/** No training may name an artifact while it is removed from R2 (artifacts.server.ts). */
export const artifactRemovals = sqliteTable("artifact_removals", {
  artifactKey: text("artifact_key").primaryKey(),
  since: integer("since").notNull(),
});

/** The ledger: one row per model and race. */
export const settledBets = sqliteTable(
  "settled_bets",
  {
    modelId: modelReference(),
    raceId: raceReference(),
    date: text("date").notNull(),
    winStakeYen: integer("win_stake_yen").notNull(),
    winPayoutYen: integer("win_payout_yen").notNull(),
    placeStakeYen: integer("place_stake_yen").notNull(),
    placePayoutYen: integer("place_payout_yen").notNull(),
    quinellaStakeYen: integer("quinella_stake_yen").notNull(),
    quinellaPayoutYen: integer("quinella_payout_yen").notNull(),
    /** A correction settles again. */
    raceDataVersion: integer("race_data_version").notNull(),
    settledAt: integer("settled_at").notNull(),
    /** 特払 is none. */
    winHits: integer("win_hits").notNull().default(0),
    placeHits: integer("place_hits").notNull().default(0),
    quinellaHits: integer("quinella_hits").notNull().default(0),
    /** JSON of horse numbers, best first; corrections settle them again. */
    picks: text("picks").notNull().default("[]"),
  },
  (t) => [
    primaryKey({ columns: [t.modelId, t.raceId] }),
    index("settled_bets_date_model_id").on(t.date, t.modelId),
    // For the foreign key when an undo deletes races.
    index("settled_bets_race_id").on(t.raceId),
    check("settled_bets_stakes", sql`${t.winStakeYen} >= 0 and ${t.placeStakeYen} >= 0 and ${t.quinellaStakeYen} >= 0`),
  ],
);

/** Race days handed to jobs. */
export const ledgerDays = sqliteTable("ledger_days", {
  date: text("date").primaryKey(),
  /** Newest of the day's ranked races; 0: a job failed. */
  dataVersion: integer("data_version").notNull(),
  /** Grows with every write: older rankings are built again. */
  revision: integer("revision").notNull().default(0),
});

export const rankingBuilds = sqliteTable(
  "ranking_builds",
  {
    id: text("id").primaryKey(),
    cadence: text("cadence", { enum: ["weekly", "monthly"] }).notNull(),
    /** Saturday, or month. */
    periodKey: text("period_key").notNull(),
    fromDay: text("from_day").notNull(),
    toDay: text("to_day").notNull(),
    /** Another state means another build. */
    ledgerState: text("ledger_state").notNull(),
    participants: integer("participants").notNull(),
    builtAt: integer("built_at").notNull(),
  },
  (t) => [
    uniqueIndex("ranking_builds_cadence_period_key").on(t.cadence, t.periodKey),
    check("ranking_builds_cadence_known", sql`${t.cadence} in ('weekly', 'monthly')`),
  ],
);

/** All entries. The manifest in R2 names the current build. */
export const rankingEntries = sqliteTable(
  "ranking_entries",
  {
    buildId: text("build_id").notNull(),
    rankingKey: text("ranking_key").$type<RankingKey>().notNull(),
    periodKey: text("period_key").notNull(),
    modelId: modelReference(),
    userId: userReference(),
    /** JSON of WireEntry (app/domain/rankings/rankings-file.ts). */
    entry: text("entry").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.buildId, t.rankingKey, t.modelId] }),
    index("ranking_entries_user_id_build_id").on(t.userId, t.buildId),
  ],
);
