import { sql } from "drizzle-orm";
import type { Payout } from "#app/domain/racing/records.ts";
import { type AnalysisRecord, selectNewestAnalyses, toAnalysisRecord } from "./analyses/analyses.server.ts";
import { type Database, prepareBatch } from "./database.server.ts";
import { type ModelRecord, selectModels, toModelRecord } from "./models/models.server.ts";
import {
  type DayFacts,
  dayOrNearest,
  selectListedRunners,
  selectNextVenues,
  selectOwnPayouts,
  selectOwnPicks,
  toDayFacts,
  venueTypesOfModels,
} from "./racing/race-days.server.ts";
import { type RaceRecord, selectRacesOfDay, toRaceRecord } from "./racing/races.server.ts";
import { type OwnEntryRecord, selectOwnEntries, toOwnEntryRecord } from "./rankings/own-rankings.server.ts";

interface HomeRecord {
  models: ModelRecord[];
  analyses: AnalysisRecord[];
  entries: OwnEntryRecord[];
  /** Of today or, without racing that a model is made for, of the last such day. */
  day: Omit<DayFacts, "winners"> & { races: RaceRecord[]; payouts: Payout[] };
  /** Of the first race day after today. */
  nextVenues: { date: string; venue: string }[];
}

const userId = sql.placeholder("userId");
const today = sql.placeholder("today");

const prepareRead = prepareBatch((db) => {
  const venueTypes = venueTypesOfModels(db, { userId });
  const day = dayOrNearest({ date: today, today, venueTypes });
  return [
    selectModels(db, { userId }),
    selectNewestAnalyses(db, { userId, limit: sql.placeholder("analyses") }),
    selectOwnEntries(db, { userId, buildIds: sql.placeholder("buildIds") }),
    selectRacesOfDay(db, day),
    selectOwnPicks(db, { userId, day }),
    selectListedRunners(db, { userId, day }),
    selectOwnPayouts(db, { userId, day }),
    selectNextVenues(db, { after: today, venueTypes }),
  ];
});

/**
 * A user's models, in no order, newest analyses, entries in some builds of rankings, and the race day with what the user
 * has analysed of it, in one round trip (index models_user_id_created_at, those of analyses and ranking entries, and
 * races_visible_venue_type_date).
 *
 * @param asked analyses: how many
 */
export async function readHome(
  db: Database,
  { buildIds, ...asked }: { userId: number; today: string; analyses: number; buildIds: readonly string[] },
): Promise<HomeRecord> {
  const [models, analyses, entries, races, picks, listed, payouts, nextVenues] = await prepareRead(db, {
    ...asked,
    buildIds: JSON.stringify(buildIds),
  });
  return {
    models: models.map(toModelRecord),
    analyses: analyses.map(toAnalysisRecord),
    entries: entries.map(toOwnEntryRecord),
    day: { ...toDayFacts(picks, listed), races: races.map(toRaceRecord), payouts },
    nextVenues,
  };
}
