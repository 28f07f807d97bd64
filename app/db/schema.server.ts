import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * The whole product's tables (spec §3). Instants are unix seconds (`…_at`), days are Japan's `YYYY-MM-DD`,
 * money is yen. No ON DELETE anywhere: a table rebuild by migration would wipe the children (reliability.md,
 * finding 8), so rows are ended by a `deleted_at` instead.
 */

export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Trimmed and lower-cased; null once the account is deleted. */
    email: text("email"),
    name: text("name").notNull(),
    passwordHash: text("password_hash"),
    plan: integer("plan").notNull().default(1),
    birthDate: text("birth_date").notNull().default(""),
    sex: integer("sex").notNull().default(0),
    favHorse: text("fav_horse").notNull().default(""),
    favJockey: text("fav_jockey").notNull().default(""),
    favTicketType: integer("fav_ticket_type").notNull().default(0),
    raceOfMemories: text("race_of_memories").notNull().default(""),
    racingExperience: integer("racing_experience").notNull().default(0),
    icon: text("icon").notNull().default(""),
    phoneNumber: text("phone_number").notNull().default(""),
    prefectures: integer("prefectures").notNull().default(0),
    profile: text("profile").notNull().default(""),
    /** True for the demo users of the sample data set; they cannot exist in production. */
    isDemo: integer("is_demo", { mode: "boolean" }).notNull().default(false),
    stripeCustomerId: text("stripe_customer_id"),
    createdAt: integer("created_at").notNull(),
    deletedAt: integer("deleted_at"),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_stripe_customer_id").on(t.stripeCustomerId),
    check("users_plan_known", sql`${t.plan} >= 0 and ${t.plan} <= 106`),
    check("users_sex_known", sql`${t.sex} in (0, 1, 2)`),
    check("users_prefectures_known", sql`${t.prefectures} between 0 and 47`),
    check("users_fav_ticket_type_known", sql`${t.favTicketType} between 0 and 8`),
    check(
      "users_deleted_keep_nothing",
      sql`(${t.deletedAt} is null and ${t.email} is not null and ${t.passwordHash} is not null) or (${t.deletedAt} is not null and ${t.email} is null and ${t.passwordHash} is null)`,
    ),
  ],
);

/** A session lives while its row does: log-out, a new password and account deletion delete it. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 (hex) of the token's `sid`: a dump of the table opens no session. */
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("sessions_user_id").on(t.userId), index("sessions_expires_at").on(t.expiresAt)],
);

/** Codes of mailed links. The code itself is an HMAC of `id` under the server's secret, so only its hash is here. */
export const mailCodes = sqliteTable(
  "mail_codes",
  {
    id: text("id").primaryKey(),
    codeHash: text("code_hash").notNull(),
    kind: text("kind", { enum: ["sign-up", "reset-password", "change-email"] }).notNull(),
    email: text("email").notNull(),
    userId: integer("user_id").references(() => users.id),
    /** Banner attribution of the top page (`page`, `position`), as a query string. */
    attribution: text("attribution").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [
    uniqueIndex("mail_codes_code_hash").on(t.codeHash),
    index("mail_codes_email_kind").on(t.email, t.kind),
    check("mail_codes_kind_known", sql`${t.kind} in ('sign-up', 'reset-password', 'change-email')`),
  ],
);

/** Fixed-window counters of the public doors; one upsert counts and answers. */
export const rateLimits = sqliteTable(
  "rate_limits",
  {
    key: text("key").notNull(),
    windowStart: integer("window_start").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index("rate_limits_window_start").on(t.windowStart)],
);

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
    /** R2 key of the artifact; set when complete. */
    artifactKey: text("artifact_key"),
    /** JSON summary of skill for cards; null until known. */
    report: text("report"),
    /** One form submission makes one model, however often it is sent. */
    formKey: text("form_key").notNull(),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    confirmedAt: integer("confirmed_at"),
    deletedAt: integer("deleted_at"),
  },
  (t) => [
    uniqueIndex("models_user_id_form_key").on(t.userId, t.formKey),
    index("models_user_id_created_at").on(t.userId, t.createdAt),
    index("models_status_venue_type").on(t.status, t.venueType),
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
    /** `races.data_version` when accepted: the same model, race and version is one analysis. */
    raceDataVersion: integer("race_data_version").notNull(),
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
  },
  (t) => [
    uniqueIndex("analyses_once")
      .on(t.modelId, t.raceId, t.raceDataVersion)
      .where(sql`deleted_at is null and status in (1, 2)`),
    index("analyses_user_id_created_at").on(t.userId, t.createdAt),
    index("analyses_user_id_status").on(t.userId, t.status),
    check("analyses_status_known", sql`${t.status} in (1, 2, 3)`),
    check(
      "analyses_complete_has_scores",
      sql`${t.status} <> 2 or (${t.scores} is not null and ${t.completedAt} is not null)`,
    ),
  ],
);

/**
 * What counts against quotas. Rows are never deleted with their model or analysis; a failure of ours sets
 * `returned_at` once, and a returned use no longer counts.
 */
export const usage = sqliteTable(
  "usage",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: ["analysis", "model"] }).notNull(),
    /** Id of the model or analysis. */
    subjectId: integer("subject_id").notNull(),
    /** Japan's day and month of acceptance. */
    day: text("day").notNull(),
    month: text("month").notNull(),
    /** Accepted while Free limits applied: counts towards 全5回. */
    underFreeLimits: integer("under_free_limits", { mode: "boolean" }).notNull(),
    usedAt: integer("used_at").notNull(),
    returnedAt: integer("returned_at"),
  },
  (t) => [
    uniqueIndex("usage_kind_subject_id").on(t.kind, t.subjectId),
    index("usage_user_id_kind_month").on(t.userId, t.kind, t.month, t.day),
    index("usage_user_id_kind_free").on(t.userId, t.kind, t.underFreeLimits),
    check("usage_kind_known", sql`${t.kind} in ('analysis', 'model')`),
  ],
);

/** Every plan a user had, with the time of the fact: "plan of user U at instant T" is one query. */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    plan: integer("plan").notNull(),
    reason: text("reason").notNull(),
    effectiveAt: integer("effective_at").notNull(),
    recordedAt: integer("recorded_at").notNull(),
  },
  (t) => [
    index("plan_changes_user_id_effective_at").on(t.userId, t.effectiveAt),
    check("plan_changes_plan_known", sql`${t.plan} >= 0 and ${t.plan} <= 106`),
  ],
);

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    stripeSubscriptionId: text("stripe_subscription_id").notNull(),
    plan: integer("plan").notNull(),
    status: text("status").notNull(),
    currentPeriodStart: integer("current_period_start").notNull(),
    currentPeriodEnd: integer("current_period_end").notNull(),
    endedAt: integer("ended_at"),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("subscriptions_stripe_subscription_id").on(t.stripeSubscriptionId),
    uniqueIndex("subscriptions_one_active").on(t.userId).where(sql`ended_at is null`),
    check("subscriptions_plan_paid", sql`${t.plan} between 2 and 99`),
  ],
);

/** One downgrade per user and calendar month of Japan (readings.md §4). */
export const downgrades = sqliteTable(
  "downgrades",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    month: text("month").notNull(),
    at: integer("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] })],
);

/** Every Stripe event, stored once by its id. */
export const stripeEvents = sqliteTable("stripe_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  payload: text("payload").notNull(),
  createdAt: integer("created_at").notNull(),
  receivedAt: integer("received_at").notNull(),
  processedAt: integer("processed_at"),
});

export const imports = sqliteTable(
  "imports",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    source: text("source", { enum: ["sample", "real"] }).notNull(),
    status: text("status", {
      enum: ["receiving", "queued", "validating", "applying", "done", "refused", "failed"],
    }).notNull(),
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
    /** JSON list of at most 100 {file, line, field, reason}. */
    errors: text("errors").notNull().default("[]"),
    errorCount: integer("error_count").notNull().default(0),
    /** JSON list of at most 100 notice lines. */
    notices: text("notices").notNull().default("[]"),
    noticeCount: integer("notice_count").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    check("imports_source_known", sql`${t.source} in ('sample', 'real')`),
    check(
      "imports_status_known",
      sql`${t.status} in ('receiving', 'queued', 'validating', 'applying', 'done', 'refused', 'failed')`,
    ),
  ],
);

/** A race is visible when it is not hidden and no unfinished import touches it: `hidden = 0 and pending_import_id is null`. */
export const races = sqliteTable(
  "races",
  {
    raceId: text("race_id").primaryKey(),
    date: text("date").notNull(),
    venue: text("venue").notNull(),
    venueType: integer("venue_type").notNull(),
    raceNum: integer("race_num").notNull(),
    name: text("name").notNull(),
    startTime: text("start_time"),
    surface: text("surface", { enum: ["turf", "dirt", "jump"] }),
    distanceM: integer("distance_m"),
    weather: text("weather", { enum: ["fine", "cloudy", "rainy", "drizzle", "snow", "light_snow"] }),
    going: text("going", { enum: ["firm", "good", "yielding", "soft"] }),
    status: text("status", { enum: ["scheduled", "result", "cancelled"] }).notNull(),
    source: text("source", { enum: ["sample", "real"] }).notNull(),
    /** Declared runners with a horse number, and those of them whose body weight is announced. */
    runnerCount: integer("runner_count").notNull().default(0),
    weighedCount: integer("weighed_count").notNull().default(0),
    /** The sample of a venue type hides when real races of that type arrive. */
    hidden: integer("hidden", { mode: "boolean" }).notNull().default(false),
    pendingImportId: integer("pending_import_id").references(() => imports.id),
    /** Id of the import that last changed the race, its runners or payouts. */
    dataVersion: integer("data_version").notNull(),
    contentHash: text("content_hash").notNull(),
  },
  (t) => [
    uniqueIndex("races_date_venue_race_num").on(t.date, t.venue, t.raceNum, t.source),
    index("races_venue_type_date").on(t.venueType, t.date),
    index("races_pending_import_id").on(t.pendingImportId).where(sql`pending_import_id is not null`),
    check("races_venue_type_known", sql`${t.venueType} between 1 and 4`),
    check("races_status_known", sql`${t.status} in ('scheduled', 'result', 'cancelled')`),
    check("races_surface_known", sql`${t.surface} in ('turf', 'dirt', 'jump')`),
    check("races_weather_known", sql`${t.weather} in ('fine', 'cloudy', 'rainy', 'drizzle', 'snow', 'light_snow')`),
    check("races_going_known", sql`${t.going} in ('firm', 'good', 'yielding', 'soft')`),
    check("races_source_known", sql`${t.source} in ('sample', 'real')`),
  ],
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
    sex: text("sex", { enum: ["male", "female", "gelding"] }),
    age: integer("age"),
    carriedWeightKg: real("carried_weight_kg"),
    jockeyId: text("jockey_id"),
    jockeyName: text("jockey_name"),
    trainerId: text("trainer_id"),
    trainerName: text("trainer_name"),
    status: text("status", {
      enum: ["entered", "finished", "scratched", "excluded", "did_not_finish", "disqualified", "no_result"],
    }).notNull(),
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
    check("runners_horse_num_positive", sql`${t.horseNum} >= 1`),
    check(
      "runners_status_known",
      sql`${t.status} in ('entered', 'finished', 'scratched', 'excluded', 'did_not_finish', 'disqualified', 'no_result')`,
    ),
    check("runners_sex_known", sql`${t.sex} in ('male', 'female', 'gelding')`),
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

/** The ledger: one row per model and race, with the three bets of spec §9 in it. */
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
  },
  (t) => [
    primaryKey({ columns: [t.modelId, t.raceId] }),
    index("settled_bets_date_model_id").on(t.date, t.modelId),
    check("settled_bets_stakes", sql`${t.winStakeYen} >= 0 and ${t.placeStakeYen} >= 0 and ${t.quinellaStakeYen} >= 0`),
  ],
);

/** A ranking of a period is built once; the R2 file named here is what pages serve. */
export const rankingBuilds = sqliteTable(
  "ranking_builds",
  {
    kind: text("kind").notNull(),
    period: text("period").notNull(),
    status: text("status", { enum: ["counting", "ready"] }).notNull(),
    objectKey: text("object_key"),
    builtAt: integer("built_at"),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.period] }),
    check("ranking_builds_status_known", sql`${t.status} in ('counting', 'ready')`),
  ],
);

/**
 * A job is a row first; the queue's message only wakes it. Whoever handles it claims it by one conditional
 * UPDATE with a lease; a sweep sends again what has no live lease.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    queue: text("queue", { enum: ["train", "score", "background", "ingest", "notify"] }).notNull(),
    /** What the job is about (model id, analysis id, import id, …); unique per kind while the job is open. */
    subject: text("subject").notNull(),
    payload: text("payload").notNull().default("{}"),
    status: text("status", { enum: ["queued", "running", "done", "failed"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    leaseOwner: text("lease_owner"),
    leaseUntil: integer("lease_until"),
    /** Not before this instant (back-off between attempts). */
    runAfter: integer("run_after").notNull(),
    /** Where a job that outlasts one message goes on: JSON, or null. */
    checkpoint: text("checkpoint"),
    error: text("error"),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    uniqueIndex("jobs_open_once").on(t.kind, t.subject).where(sql`status in ('queued', 'running')`),
    index("jobs_status_run_after").on(t.status, t.runAfter),
    check("jobs_status_known", sql`${t.status} in ('queued', 'running', 'done', 'failed')`),
    check("jobs_queue_known", sql`${t.queue} in ('train', 'score', 'background', 'ingest', 'notify')`),
    check(
      "jobs_running_has_lease",
      sql`${t.status} <> 'running' or (${t.leaseOwner} is not null and ${t.leaseUntil} is not null)`,
    ),
  ],
);

/** The local outbox behind /dev/mail; empty wherever mail is really sent. */
export const devMails = sqliteTable(
  "dev_mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Job that sent it: a mail job delivered twice is one mail. */
    jobId: text("job_id").notNull(),
    to: text("to").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    sentAt: integer("sent_at").notNull(),
  },
  (t) => [uniqueIndex("dev_mails_job_id").on(t.jobId)],
);

/** Small facts about this installation: the sample's seed and dates, the last due-period check, … */
export const appState = sqliteTable("app_state", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
