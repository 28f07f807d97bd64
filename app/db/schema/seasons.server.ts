import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { userReference, users } from "./accounts.server.ts";
import { modelReference } from "./models.server.ts";
import { raceReference } from "./racing.server.ts";

/** One per ranked model and race day. */
export const forecastDays = sqliteTable(
  "forecast_days",
  {
    modelId: modelReference(),
    date: text("date").notNull(),
    /** Measured races; 0: none. */
    races: integer("races").notNull(),
    /** Sum of −ln of the winner's chance; the same for a lottery. */
    loss: real("loss").notNull(),
    uniformLoss: real("uniform_loss").notNull(),
    /** JSON of eight numbers (app/domain/season/forecast-sketch.ts). */
    sketch: text("sketch").notNull(),
    /** A correction measures again. */
    raceDataVersion: integer("race_data_version").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.modelId, t.date] }),
    index("forecast_days_date_model_id").on(t.date, t.modelId),
    check("forecast_days_races", sql`${t.races} >= 0`),
  ],
);

/** The board in R2 names the current build. */
export const seasonEntries = sqliteTable(
  "season_entries",
  {
    buildId: text("build_id").notNull(),
    modelId: modelReference(),
    userId: userReference(),
    /** JSON of SeasonEntry (app/domain/season/season-board.ts). */
    entry: text("entry").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.buildId, t.modelId] }),
    index("season_entries_user_id_build_id").on(t.userId, t.buildId),
  ],
);

/** Fixed before the start, immutable. */
export const crowdForecasts = sqliteTable(
  "crowd_forecasts",
  {
    raceId: raceReference().primaryKey(),
    date: text("date").notNull(),
    /** JSON of CrowdForecast (app/domain/season/crowd.ts). */
    forecast: text("forecast").notNull(),
    members: integer("members").notNull(),
    fixedAt: integer("fixed_at").notNull(),
  },
  (t) => [index("crowd_forecasts_date").on(t.date)],
);

/** Private. Weeks begin on Saturday (app/domain/leagues/league.ts). */
export const leagues = sqliteTable(
  "leagues",
  {
    /** Random: not enumerable. */
    id: text("id").primaryKey(),
    /** Null: the account is deleted. */
    hostId: integer("host_id").references(() => users.id),
    name: text("name").notNull(),
    firstDay: text("first_day").notNull(),
    lastDay: text("last_day").notNull(),
    createdAt: integer("created_at").notNull(),
    /** SHA-256; null: no invitation. */
    inviteHash: text("invite_hash"),
    inviteExpiresAt: integer("invite_expires_at"),
  },
  (t) => [
    // A form that is sent twice makes one league.
    uniqueIndex("leagues_host_id_first_day_name").on(t.hostId, t.firstDay, t.name),
    uniqueIndex("leagues_invite_hash").on(t.inviteHash),
  ],
);

/** Rows stay when a member leaves, for the results of the others. */
export const leagueMembers = sqliteTable(
  "league_members",
  {
    leagueId: text("league_id")
      .notNull()
      .references(() => leagues.id),
    userId: userReference(),
    joinedAt: integer("joined_at").notNull(),
    leftAt: integer("left_at"),
  },
  (t) => [primaryKey({ columns: [t.leagueId, t.userId] }), index("league_members_user_id").on(t.userId)],
);

/** A member's model from a week on; one choice a week. */
export const leagueModels = sqliteTable(
  "league_models",
  {
    leagueId: text("league_id")
      .notNull()
      .references(() => leagues.id),
    userId: userReference(),
    week: text("week").notNull(),
    modelId: modelReference(),
  },
  (t) => [primaryKey({ columns: [t.leagueId, t.userId, t.week] }), index("league_models_user_id").on(t.userId)],
);
