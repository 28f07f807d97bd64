import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { besideOddsColumns } from "#app/db/models/models.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { ownLimits } from "#app/db/schema/own-limits.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import { NO_CHANGES, selectRaceChanges } from "./freshness.server.ts";
import { selectNewestOdds } from "./odds.server.ts";
import { selectNeighbours, selectOwnAnalyses, withScores } from "./race-cards.server.ts";
import { detailedRaceColumns, isVisibleRace, runnerColumns, toRaceRecord } from "./races.server.ts";
import { selectRecordsOfRace } from "./record-sets.server.ts";

const raceId = sql.placeholder("raceId");
const userId = sql.placeholder("userId");
const isAsked = eq(races.raceId, raceId);

const prepareRead = prepareBatch((db) => [
  db.select(detailedRaceColumns).from(races).where(and(isAsked, isVisibleRace)),
  db.select(runnerColumns).from(runners).where(eq(runners.raceId, raceId)).orderBy(asc(runners.horseNum)),
  selectNeighbours(db, raceId),
  selectRaceChanges(db, isAsked),
  selectRecordsOfRace(db, isAsked),
  selectNewestOdds(db, isAsked, ODDS_KINDS),
  selectOwnAnalyses(db, { raceId, userId }),
  db
    .select({ analysisId: analyses.id, orderExponents: analyses.orderExponents })
    .from(analyses)
    .where(and(eq(analyses.raceId, raceId), eq(analyses.userId, userId), isNull(analyses.deletedAt))),
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

/** Null: unknown or invisible. */
export async function readRaceBets(db: Database, asked: { raceId: string; userId: number }) {
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
