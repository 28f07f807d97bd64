import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { bytesOf } from "#app/db/fragments.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { unzipDetails } from "#app/db/zipped-details.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** Unzipping as many takes about 50 ms. */
const MOST_RACES = 300;

/** Newest first, the last analysis of each race, at most 300. Null: not the user's model. */
export async function readAnsweredRaces(db: Database, { userId, modelId }: { userId: number; modelId: number }) {
  const winners = db
    .select({ numbers: sql`json_group_array(${runners.horseNum})` })
    .from(runners)
    .where(and(eq(runners.raceId, races.raceId), eq(runners.finishPosition, 1)));
  const [[model], rows] = await db.batch([
    db
      .select({ name: models.name })
      .from(models)
      .where(and(eq(models.id, modelId), eq(models.userId, userId))),
    db
      .select({
        raceId: races.raceId,
        date: races.date,
        winners: sql<string>`${winners}`.as("winners"),
        zippedDetails: bytesOf(analyses.zippedDetails).as("zipped_details"),
      })
      .from(analyses)
      .innerJoin(races, eq(races.raceId, analyses.raceId))
      .where(
        and(
          eq(analyses.userId, userId),
          eq(analyses.modelId, modelId),
          eq(analyses.status, AnalysisStatus.complete),
          eq(analyses.isLearntFrom, false),
          isNull(analyses.deletedAt),
          eq(races.status, "result"),
        ),
      )
      .orderBy(desc(races.date), desc(analyses.id))
      .limit(MOST_RACES),
  ]);
  if (model === undefined) return null;
  const newest = new Map([...rows].reverse().map((row) => [row.raceId, row]));
  return {
    name: model.name,
    races: [...newest.values()].flatMap(({ date, winners: won, zippedDetails }) => {
      const numbers = JSON.parse(won) as number[];
      const horses = (unzipDetails(zippedDetails)?.why ?? []).flatMap(({ horseNum, groups }) =>
        groups === undefined ? [] : [{ groups, isWinner: numbers.includes(horseNum) }],
      );
      return horses.some(({ isWinner }) => isWinner) ? [{ date, horses }] : [];
    }),
  };
}
