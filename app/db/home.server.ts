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
  /** Today, else the last race day of the models' venue types. */
  day: Omit<DayFacts, "winners"> & { races: RaceRecord[]; payouts: Payout[] };
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

/** One round trip. */
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
