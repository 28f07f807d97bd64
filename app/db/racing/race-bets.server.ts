import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { besideOddsColumns } from "#app/db/models/models.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { ownLimits } from "#app/db/schema/own-limits.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { StoredOdds } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { NeighbouringRace } from "#app/domain/views/race-card.ts";
import { NO_CHANGES, type RaceChanges, selectRaceChanges } from "./freshness.server.ts";
import { selectNewestOdds } from "./odds.server.ts";
import { type CardAnalysis, selectNeighbours, selectOwnAnalyses, withScores } from "./race-cards.server.ts";
import { isVisibleRace, type RaceRecord, raceColumns, runnerColumns, toRaceRecord } from "./races.server.ts";
import { type StoredRecords, selectRecordsOfRace } from "./record-sets.server.ts";

interface BetsRecord {
  race: RaceRecord;
  runners: Runner[];
  neighbours: NeighbouringRace[];
  raceChanges: RaceChanges;
  /** Of the race and of its course's day. */
  records: StoredRecords[];
  /** The newest of each kind of records. */
  newestOdds: Pick<StoredOdds, "kind" | "order" | "odds">[];
  /** Finished ones of the user, the newest first. */
  analyses: CardAnalysis[];
  /** By the ids of these analyses the JSON of their models' order exponents; null where it is not stored. */
  orderExponents: ReadonlyMap<number, string | null>;
  /** The user's models in no order, with the JSON of their skill and of what their reports measured beside the odds. */
  models: {
    modelId: number;
    name: string;
    report: string | null;
    value: string | null;
    secondStage: string | null;
  }[];
  /** The user has, or had, a limit on budgets. */
  hasOwnBudgetLimit: boolean;
}

const raceId = sql.placeholder("raceId");
const userId = sql.placeholder("userId");
const isAsked = eq(races.raceId, raceId);

const prepareRead = prepareBatch((db) => [
  db.select(raceColumns).from(races).where(and(isAsked, isVisibleRace)),
  db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
  selectNeighbours(db, raceId),
  selectRaceChanges(db, isAsked),
  selectRecordsOfRace(db, isAsked),
  selectNewestOdds(db, isAsked, ODDS_KINDS),
  selectOwnAnalyses(db, { raceId, userId }),
  // Index analyses_race_id.
  db
    .select({ analysisId: analyses.id, orderExponents: analyses.orderExponents })
    .from(analyses)
    .where(and(eq(analyses.raceId, raceId), eq(analyses.userId, userId), isNull(analyses.deletedAt))),
  // Index models_user_id_created_at.
  db
    .select({
      modelId: models.id,
      name: models.name,
      report: models.report,
      ...besideOddsColumns,
    })
    .from(models)
    .where(and(eq(models.userId, userId), isNull(models.deletedAt))),
  db
    .select({ kind: ownLimits.kind })
    .from(ownLimits)
    .where(and(eq(ownLimits.userId, userId), eq(ownLimits.kind, "budget"))),
]);

/**
 * A visible race with its runners, the newest odds of all kinds, and the user's models and analyses of it, in one round
 * trip. Null: unknown or invisible.
 */
export async function readRaceBets(
  db: Database,
  asked: { raceId: string; userId: number },
): Promise<BetsRecord | null> {
  const [found, card, neighbours, changes, records, newest, own, exponents, ownModels, ownBudget] = await prepareRead(
    db,
    asked,
  );
  const [race] = found;
  if (race === undefined) return null;
  return {
    race: toRaceRecord(race),
    runners: card,
    neighbours,
    raceChanges: changes[0] ?? NO_CHANGES,
    records,
    newestOdds: newest,
    analyses: own.map(withScores),
    orderExponents: new Map(exponents.map((row) => [row.analysisId, row.orderExponents])),
    models: ownModels,
    hasOwnBudgetLimit: ownBudget.length > 0,
  };
}
