import { and, eq, isNull, sql } from "drizzle-orm";
import { type Database, prepareBatch } from "#app/db/database.server.ts";
import { besideOddsColumns } from "#app/db/models/models.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { ownLimits } from "#app/db/schema/own-limits.server.ts";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import { selectForPage, toPage } from "./race-cards.server.ts";

const raceId = sql.placeholder("raceId");
const userId = sql.placeholder("userId");

const prepareRead = prepareBatch((db) => [
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
  ...selectForPage(db, ODDS_KINDS),
]);

/** Null: unknown or invisible. */
export async function readRaceBets(db: Database, asked: { raceId: string; userId: number }) {
  const [exponents, ownModels, ownBudget, ...ofPage] = await prepareRead(db, asked);
  const page = toPage(ofPage);
  return (
    page && {
      ...page,
      orderExponents: new Map(exponents.map((row) => [row.analysisId, row.orderExponents])),
      models: ownModels,
      hasOwnBudgetLimit: ownBudget.length > 0,
    }
  );
}
