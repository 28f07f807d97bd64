import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { isOnDay, isVisibleRace } from "#app/db/racing/races.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { VenueType } from "#app/domain/racing/race.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { IndexedRace } from "#app/domain/scoring/indices-csv.ts";
import { parseScores } from "./analyses.server.ts";

type DayIndex = IndexedRace & {
  modelId: number;
  race: { venueType: VenueType; meetingNum: number | null; meetingDay: number | null };
};

/** A megabyte or two of scores. */
const MOST_ANALYSES = 1000;

/** Newest first. @param modelId all models by default */
export async function listDayIndices(
  db: Database,
  { userId, date, modelId }: { userId: number; date: string; modelId?: number },
): Promise<DayIndex[]> {
  const isOwn = and(
    isOnDay(date),
    isVisibleRace,
    eq(analyses.userId, userId),
    eq(analyses.status, AnalysisStatus.complete),
    isNull(analyses.deletedAt),
    modelId === undefined ? undefined : eq(analyses.modelId, modelId),
  );
  const analysed = db
    .select({ raceId: races.raceId })
    .from(races)
    .innerJoin(analyses, eq(analyses.raceId, races.raceId))
    .where(isOwn);
  const [rows, cards] = await db.batch([
    db
      .select({
        race: {
          ...columnsOf(races, "raceId", "date", "venue", "venueType", "meetingNum"),
          ...columnsOf(races, "meetingDay", "raceNum", "name", "startTime"),
        },
        ...columnsOf(analyses, "modelId", "modelName", "isLearntFrom", "scores"),
      })
      .from(races)
      .innerJoin(analyses, eq(analyses.raceId, races.raceId))
      .where(isOwn)
      .orderBy(asc(races.venueType), asc(races.venue), asc(races.raceNum), asc(analyses.modelId), desc(analyses.id))
      .limit(MOST_ANALYSES),
    db
      .select({ raceId: runners.raceId, horseNum: runners.horseNum, status: runners.status })
      .from(runners)
      .where(inArray(runners.raceId, analysed)),
  ]);
  return rows.map(({ scores, ...row }) => ({
    ...row,
    scores: parseScores(scores) ?? [],
    runners: cards.filter(({ raceId }) => raceId === row.race.raceId),
  }));
}
