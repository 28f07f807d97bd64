import { and, desc, eq, inArray, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isStanding } from "#app/db/analyses/standing.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { gapOfRun } from "#app/db/racing/past-runs.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { favouriteHorses, horseMarks, horseNotes } from "#app/db/schema/fans.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** More than any horse has. */
const MAX_RUNS = 400;

interface HorseQuery {
  horseId: string;
  userId: number;
  /** Last visible day. */
  lastDay: string;
}

/** One round trip. Runs and indices: newest first. */
export async function readHorse(db: Database, query: HorseQuery) {
  const { horseId, userId } = query;
  const [runs, marks, notes, favourites, indices] = await db.batch([
    selectRuns(db, query),
    db
      .select({ raceId: horseMarks.raceId, mark: horseMarks.mark })
      .from(horseMarks)
      .where(and(eq(horseMarks.userId, userId), eq(horseMarks.horseId, horseId))),
    db
      .select({ text: horseNotes.note, notedAt: horseNotes.notedAt })
      .from(horseNotes)
      .where(and(eq(horseNotes.userId, userId), eq(horseNotes.horseId, horseId))),
    db
      .select({ addedAt: favouriteHorses.addedAt })
      .from(favouriteHorses)
      .where(and(eq(favouriteHorses.userId, userId), eq(favouriteHorses.horseId, horseId))),
    selectIndices(db, query),
  ]);
  return { runs, marks, note: notes[0] ?? null, isFavourite: favourites.length > 0, indices };
}

function selectRuns(db: Database, { horseId, lastDay }: HorseQuery) {
  return db
    .select({
      horseId: runners.horseId,
      ...columnsOf(races, "raceId", "date", "venue", "raceNum", "name", "grade"),
      ...columnsOf(races, "surface", "distanceM", "going", "runnerCount", "startTime"),
      raceStatus: sql<typeof races.$inferSelect.status>`${races.status}`.as("race_status"),
      ...columnsOf(runners, "horseNum", "bracketNum", "horseName", "sex", "age", "trainerName"),
      ...columnsOf(runners, "sireName", "damSireName", "status", "finishPosition", "timeS"),
      gapS: gapOfRun(db).as("gap_s"),
      ...columnsOf(runners, "cornerPositions", "last600mS", "winOdds", "popularity"),
      ...columnsOf(runners, "jockeyName", "carriedWeightKg", "bodyWeightKg"),
    })
    .from(runners)
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(and(eq(runners.horseId, horseId), isVisibleRace, lte(races.date, lastDay)))
    .orderBy(desc(races.date), desc(races.raceId))
    .limit(MAX_RUNS);
}

/** Without races that the model learnt from. Goes through the user's models (index analyses_once). */
function selectIndices(db: Database, { horseId, userId }: HorseQuery) {
  const own = db.select({ id: models.id }).from(models).where(eq(models.userId, userId));
  const started = db.select({ raceId: runners.raceId }).from(runners).where(eq(runners.horseId, horseId));
  const entry = alias(runners, "entry");
  const horseNum = db
    .select({ horseNum: entry.horseNum })
    .from(entry)
    // Correlates with the outer race.
    .where(and(eq(entry.raceId, analyses.raceId), sql`+${entry.horseId} = ${horseId}`));
  const score = sql`json_each(${analyses.scores}) score where score.value ->> '$.horseNum' = (${horseNum})`;
  return db
    .select({
      analysisId: analyses.id,
      ...columnsOf(analyses, "modelId", "modelName", "raceId"),
      index: sql<number | null>`(select score.value ->> '$.index' from ${score})`.as("index_value"),
      place: sql<number | null>`(select score.key + 1 from ${score})`.as("place"),
    })
    .from(analyses)
    .where(
      and(
        inArray(analyses.modelId, own),
        inArray(analyses.raceId, started),
        isStanding,
        // The plus excludes the index over all analyses of the user.
        sql`+${analyses.userId} = ${userId}`,
        eq(analyses.status, AnalysisStatus.complete),
        eq(analyses.isLearntFrom, false),
      ),
    )
    .orderBy(desc(analyses.id));
}
