import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import { users } from "./accounts.server.ts";
import { bytes } from "./bytes.server.ts";
import { races } from "./racing.server.ts";

/** Users' models, their analyses of races, and what bets on these would have returned. */

export const models = sqliteTable(
  "models",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    venueType: integer("venue_type").notNull(),
    /** 1: averages over all starts; 0: over starts at venues of the model's own type; null at venue type 1. */
    isAllVenue: integer("is_all_venue"),
    /** JSON of FeatureChoice (app/domain/features/choice.ts); never changes after creation. */
    features: text("features").notNull(),
    featureCount: integer("feature_count").notNull(),
    isWeight: integer("is_weight", { mode: "boolean" }).notNull(),
    status: integer("status").notNull(),
    /** Share of the training done, 0 to 1, while status is creating; null before anything is known. */
    progress: real("progress"),
    /** Races on or after this day were not learnt from (Japan's day); set when the training starts. */
    cutoffDay: text("cutoff_day"),
    /** R2 key of the artifact; set before it is written. "": it was removed with its owner's account. */
    artifactKey: text("artifact_key"),
    /** JSON summary of skill for cards; null until known. */
    report: text("report"),
    /** One form submission makes one model, however often it is sent. */
    formKey: text("form_key").notNull(),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    confirmedAt: integer("confirmed_at"),
    deletedAt: integer("deleted_at"),
    /** JSON of PackedModelDetails (app/domain/evaluation/model-details.ts), for the model's page; null: made before these. */
    details: text("details"),
    /** The model of the same user whose features it began with; null: it began with none. */
    parentId: integer("parent_id"),
    /** When its owner took it out of everybody's forecast; null: it takes part. */
    keptOutAt: integer("kept_out_at"),
  },
  (t) => [
    uniqueIndex("models_user_id_form_key").on(t.userId, t.formKey),
    index("models_user_id_created_at").on(t.userId, t.createdAt),
    index("models_parent_id").on(t.parentId).where(sql`parent_id is not null`),
    index("models_status_venue_type").on(t.status, t.venueType),
    // Who else names an artifact, before it is removed.
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

/** A day's races that a user had analysed by one confirmation; its races are those analyses that name it. */
export const analysisDays = sqliteTable(
  "analysis_days",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    /** The race day (Japan's). */
    date: text("date").notNull(),
    /** One form submission is one confirmation, however often it is sent. */
    formKey: text("form_key").notNull(),
    createdAt: integer("created_at").notNull(),
    /** When its user stopped what was not done. */
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
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    raceId: text("race_id")
      .notNull()
      .references(() => races.raceId),
    /**
     * Version of what the model reads of the race's card (race-inputs.server.ts), when accepted and again when complete:
     * the same model, race and version is one analysis.
     */
    raceInputsVersion: integer("race_data_version").notNull(),
    /** As of acceptance, so that a later rename or deletion leaves the list readable. */
    modelName: text("model_name").notNull(),
    venueType: integer("venue_type").notNull(),
    /** JSON {race_num, name, title, date}, as of acceptance. */
    raceInfo: text("race_info").notNull(),
    status: integer("status").notNull(),
    progress: real("progress"),
    /** JSON of scores (app/domain/scoring/score-race.ts); set when complete. */
    scores: text("scores"),
    /** The race is one the model learnt from: 参考値, no probability, in no statistic. */
    isLearntFrom: integer("is_learnt_from", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    confirmedAt: integer("confirmed_at"),
    sharedAt: integer("shared_at"),
    deletedAt: integer("deleted_at"),
    /** JSON of ScoredInputs (app/domain/scoring/scored-inputs.ts), for its page; null: scored before these. */
    inputs: text("inputs"),
    /** Set for races that were asked for by the day: they take no place among the analyses at once. */
    dayId: integer("day_id").references(() => analysisDays.id),
    /** JSON of OrderExponents, for bets on the race; null until complete. */
    orderExponents: text("order_exponents"),
    /** JSON of AnalysisDetails (app/domain/scoring/analysis-details.ts), gzipped, for its page. */
    zippedDetails: bytes("zipped_details"),
  },
  (t) => [
    uniqueIndex("analyses_once")
      .on(t.modelId, t.raceId, t.raceInputsVersion)
      .where(sql`deleted_at is null and status in (1, 2)`),
    index("analyses_user_id_created_at").on(t.userId, t.createdAt),
    index("analyses_user_id_status").on(t.userId, t.status),
    // Whose uses are returned when a race is cancelled.
    index("analyses_race_id").on(t.raceId),
    // What is left of the days: a few of them, for an hour.
    // The status first: an equality is preferred to the range of those that name a day.
    index("analyses_day_open")
      .on(t.status, t.dayId)
      .where(sql`day_id is not null and status = 1 and deleted_at is null`),
    index("analyses_day_id").on(t.dayId).where(sql`day_id is not null`),
    // What an import's results may change.
    index("analyses_shared").on(t.id).where(sql`shared_at is not null and deleted_at is null`),
    // Pages still to be taken down: nearly always none.
    index("analyses_shared_deleted").on(t.id).where(sql`shared_at is not null and deleted_at is not null`),
    check("analyses_status_known", sql`${t.status} in (1, 2, 3)`),
    check(
      "analyses_complete_has_scores",
      sql`${t.status} <> 2 or (${t.scores} is not null and ${t.completedAt} is not null)`,
    ),
  ],
);

/**
 * What stays of an analysis that was fixed before its race's start and that its owner deleted. What the picks returned
 * is read from the official payouts whenever it is shown, so a result that comes later, or is corrected, is in it. It
 * has all that a record counts by: whose, which model, which race, on which data, and when.
 */
export const analysisTombstones = sqliteTable(
  "analysis_tombstones",
  {
    /** Of the deleted analysis; ids are never given again. */
    analysisId: integer("analysis_id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    raceId: text("race_id")
      .notNull()
      .references(() => races.raceId),
    raceInputsVersion: integer("race_data_version").notNull(),
    modelName: text("model_name").notNull(),
    venueType: integer("venue_type").notNull(),
    /** JSON {race_num, name, title, date}, as of acceptance. */
    raceInfo: text("race_info").notNull(),
    /** JSON of the horse numbers that the bets are made of, best index first: five at most. */
    picks: text("picks").notNull(),
    isLearntFrom: integer("is_learnt_from", { mode: "boolean" }).notNull(),
    /** When it was asked for, and when it was fixed. */
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at").notNull(),
    deletedAt: integer("deleted_at").notNull(),
  },
  (t) => [index("analysis_tombstones_user_id_completed_at").on(t.userId, t.completedAt)],
);

/**
 * Artifacts that are being removed from R2, for the moment between the decision and its end: no training may name one
 * meanwhile (artifacts.server.ts).
 */
export const artifactRemovals = sqliteTable("artifact_removals", {
  artifactKey: text("artifact_key").primaryKey(),
  since: integer("since").notNull(),
});

/** The ledger: one row per model and race, with its win, place and quinella bets. */
export const settledBets = sqliteTable(
  "settled_bets",
  {
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    raceId: text("race_id")
      .notNull()
      .references(() => races.raceId),
    date: text("date").notNull(),
    winStakeYen: integer("win_stake_yen").notNull(),
    winPayoutYen: integer("win_payout_yen").notNull(),
    placeStakeYen: integer("place_stake_yen").notNull(),
    placePayoutYen: integer("place_payout_yen").notNull(),
    quinellaStakeYen: integer("quinella_stake_yen").notNull(),
    quinellaPayoutYen: integer("quinella_payout_yen").notNull(),
    /** `races.data_version` that was settled; a correction settles again. */
    raceDataVersion: integer("race_data_version").notNull(),
    settledAt: integer("settled_at").notNull(),
    /** Winning tickets; 特払 is none. */
    winHits: integer("win_hits").notNull().default(0),
    placeHits: integer("place_hits").notNull().default(0),
    quinellaHits: integer("quinella_hits").notNull().default(0),
    /** JSON of the horse numbers that were bet on, best index first: a correction settles these again. */
    picks: text("picks").notNull().default("[]"),
  },
  (t) => [
    primaryKey({ columns: [t.modelId, t.raceId] }),
    index("settled_bets_date_model_id").on(t.date, t.modelId),
    // An import that is taken back deletes races: each would cost a walk through all bets, for its foreign key.
    index("settled_bets_race_id").on(t.raceId),
    check("settled_bets_stakes", sql`${t.winStakeYen} >= 0 and ${t.placeStakeYen} >= 0 and ${t.quinellaStakeYen} >= 0`),
  ],
);

/** Race days whose bets were given to jobs, and the newest data of a race of the day that those settle. */
export const ledgerDays = sqliteTable("ledger_days", {
  date: text("date").primaryKey(),
  /** Largest `races.data_version` of the day's ranked races; 0 where a job gave up. */
  dataVersion: integer("data_version").notNull(),
  /** Grows with every write of the day's `settled_bets`: a ranking built before the last one is built again. */
  revision: integer("revision").notNull().default(0),
});

/** Rankings of a weekend, or of a month with its categories, as they were counted last. */
export const rankingBuilds = sqliteTable(
  "ranking_builds",
  {
    id: text("id").primaryKey(),
    cadence: text("cadence", { enum: ["weekly", "monthly"] }).notNull(),
    /** The weekend's Saturday, or the month. */
    periodKey: text("period_key").notNull(),
    /** First and last race day counted. */
    fromDay: text("from_day").notNull(),
    toDay: text("to_day").notNull(),
    /** Data and ledger of each race day that were counted; others, and the period is counted again. */
    ledgerState: text("ledger_state").notNull(),
    participants: integer("participants").notNull(),
    builtAt: integer("built_at").notNull(),
  },
  (t) => [
    uniqueIndex("ranking_builds_cadence_period_key").on(t.cadence, t.periodKey),
    check("ranking_builds_cadence_known", sql`${t.cadence} in ('weekly', 'monthly')`),
  ],
);

/**
 * Everybody's entry of a ranking, also beyond the ranks that R2 lists: users find their own here. Which build of a
 * period stands is said by the manifest in R2 (ranking-store.server.ts), not here.
 */
export const rankingEntries = sqliteTable(
  "ranking_entries",
  {
    buildId: text("build_id").notNull(),
    rankingKey: text("ranking_key").$type<RankingKey>().notNull(),
    periodKey: text("period_key").notNull(),
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    /** JSON of WireEntry (app/domain/rankings/rankings-file.ts). */
    entry: text("entry").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.buildId, t.rankingKey, t.modelId] }),
    index("ranking_entries_user_id_build_id").on(t.userId, t.buildId),
  ],
);
