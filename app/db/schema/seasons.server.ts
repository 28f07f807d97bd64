import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.server.ts";
import { models } from "./models.server.ts";
import { races } from "./racing.server.ts";

/** One per ranked model and race day. */
export const forecastDays = sqliteTable(
  "forecast_days",
  {
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
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
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
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
    raceId: text("race_id")
      .primaryKey()
      .references(() => races.raceId),
    date: text("date").notNull(),
    /** JSON of CrowdForecast (app/domain/season/crowd.ts). */
    forecast: text("forecast").notNull(),
    members: integer("members").notNull(),
    fixedAt: integer("fixed_at").notNull(),
  },
  (t) => [index("crowd_forecasts_date").on(t.date)],
);
