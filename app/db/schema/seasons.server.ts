import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.server.ts";
import { models } from "./models.server.ts";
import { races } from "./racing.server.ts";

/** How good the forecasts of ranked models were, and the forecast of all of them together. */

/** The ledger's forecasts: one row per ranked model and race day. */
export const forecastDays = sqliteTable(
  "forecast_days",
  {
    modelId: integer("model_id")
      .notNull()
      .references(() => models.id),
    date: text("date").notNull(),
    /** Races measured: ranked ones with an official winner; 0 where the day has none. */
    races: integer("races").notNull(),
    /** Sum of −ln of the winner's chance, and that of a lottery. */
    loss: real("loss").notNull(),
    uniformLoss: real("uniform_loss").notNull(),
    /** JSON of eight numbers by which forecasts are compared (app/domain/season/forecast-sketch.ts). */
    sketch: text("sketch").notNull(),
    /** Largest `races.data_version` of the day's races that was measured; a correction measures again. */
    raceDataVersion: integer("race_data_version").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.modelId, t.date] }),
    index("forecast_days_date_model_id").on(t.date, t.modelId),
    check("forecast_days_races", sql`${t.races} >= 0`),
  ],
);

/** Everybody's entry of the season board: users find their own here, and the crowd its weights. R2 names the build. */
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

/** Everybody's AI: the forecast of a race, fixed before its start and never changed. */
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
