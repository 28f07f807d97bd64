import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isVisibleRace, raceColumns, runnerColumns, startsAt, toRaceRecord } from "#app/db/racing/races.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { isOwnComplete, selectModelsWithFigures, toModelRecord } from "./models.server.ts";

/** Number of a venue's main race. */
const MAIN_RACE = 11;
const MAIN_RACES = 3;
const DAYS_OF_MAIN_RACES = 8;
const JAPAN_SECONDS = 9 * 3600;

export type FirstLookRecord = NonNullable<Awaited<ReturnType<typeof listModelsWithFirstLook>>["record"]>;

/** All models of the user, and for a complete one its details and what its first look needs; in one round trip. */
export async function listModelsWithFirstLook(db: Database, { userId, modelId }: { userId: number; modelId: number }) {
  const isFinished = isOwnComplete({ userId, modelId });
  const ofModel = (column: SQL) => sql`(select ${column} from ${models} where ${isFinished})`;
  const isOfType = and(isVisibleRace, sql`${races.venueType} = ${ofModel(sql`${models.venueType}`)}`);
  const completedAt = ofModel(sql`${models.completedAt}`);
  const day = sql`date(${completedAt} + ${JAPAN_SECONDS}, 'unixepoch')`;
  const weekBefore = sql`date(${completedAt} + ${JAPAN_SECONDS}, 'unixepoch', ${`-${DAYS_OF_MAIN_RACES} days`})`;
  const isComing = and(isOfType, sql`${races.date} = ${day}`, sql`${startsAt()} > ${completedAt}`);
  const isMain = and(
    isOfType,
    gte(races.date, weekBefore),
    lt(races.date, day),
    eq(races.raceNum, MAIN_RACE),
    eq(races.status, "result"),
  );
  const selectRaces = (isMeant: SQL | undefined, order: SQL[], limit: number) => {
    const raceIds = db
      .select({ raceId: races.raceId })
      .from(races)
      .where(isMeant)
      .orderBy(...order)
      .limit(limit);
    return [
      db
        .select(raceColumns)
        .from(races)
        .where(isMeant)
        .orderBy(...order)
        .limit(limit),
      db.select(runnerColumns).from(runners).where(inArray(runners.raceId, raceIds)).orderBy(asc(runners.horseNum)),
    ] as const;
  };
  const [listed, [finished], coming, comingCards, mains, mainCards] = await db.batch([
    selectModelsWithFigures(db, { userId }),
    db.select({ artifactKey: models.artifactKey, details: models.details }).from(models).where(isFinished),
    ...selectRaces(isComing, [asc(races.startTime), asc(races.raceId)], 1),
    ...selectRaces(isMain, [desc(races.date), asc(races.raceId)], MAIN_RACES),
  ]);
  const [next] = coming;
  return {
    models: listed.map(({ figures, ...row }) => ({ model: toModelRecord(row), figures })),
    details: finished?.details ?? null,
    record:
      finished?.artifactKey == null
        ? null
        : {
            artifactKey: finished.artifactKey,
            /** The first race of the day that starts after the training. */
            next: next === undefined ? null : toRaceRecord(next),
            /** The newest main races with a result before that day. */
            mains: mains.map(toRaceRecord),
            runners: [...comingCards, ...mainCards],
          },
  };
}
