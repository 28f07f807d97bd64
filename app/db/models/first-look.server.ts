import { and, asc, desc, eq, gt, gte, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import {
  isVisibleRace,
  type RaceRecord,
  raceColumns,
  runnerColumns,
  startsAt,
  toRaceRecord,
} from "#app/db/racing/races.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { Runner } from "#app/domain/racing/records.ts";

/** Number of a venue's main race. */
const MAIN_RACE = 11;
const MAIN_RACES = 3;

interface FirstLookRecord {
  artifactKey: string;
  /** The first race of the day that starts after `at`. */
  next: RaceRecord | null;
  /** The newest main races with a result before that day. */
  mains: RaceRecord[];
  runners: Runner[];
}

/** Null: not a complete model of the user. */
export async function readFirstLook(
  db: Database,
  {
    userId,
    modelId,
    venueType,
    at,
    day,
    weekBefore,
  }: { userId: number; modelId: number; venueType: number; at: number; day: string; weekBefore: string },
): Promise<FirstLookRecord | null> {
  const isOfType = and(isVisibleRace, sql`${races.venueType} = ${venueType}`);
  const [[model], coming, mains] = await db.batch([
    db
      .select({ artifactKey: models.artifactKey })
      .from(models)
      .where(
        and(
          eq(models.id, modelId),
          eq(models.userId, userId),
          eq(models.status, ModelStatus.complete),
          isNull(models.deletedAt),
        ),
      ),
    db
      .select(raceColumns)
      .from(races)
      .where(and(isOfType, eq(races.date, day), gt(startsAt(), at)))
      .orderBy(asc(races.startTime), asc(races.raceId))
      .limit(1),
    db
      .select(raceColumns)
      .from(races)
      .where(
        and(
          isOfType,
          gte(races.date, weekBefore),
          lt(races.date, day),
          eq(races.raceNum, MAIN_RACE),
          eq(races.status, "result"),
        ),
      )
      .orderBy(desc(races.date), asc(races.raceId))
      .limit(MAIN_RACES),
  ]);
  if (model?.artifactKey == null) return null;
  const cards = await db
    .select(runnerColumns)
    .from(runners)
    .where(
      isAmong(
        runners.raceId,
        [...coming, ...mains].map(({ raceId }) => raceId),
      ),
    )
    .orderBy(asc(runners.horseNum));
  const [next] = coming;
  return {
    artifactKey: model.artifactKey,
    next: next === undefined ? null : toRaceRecord(next),
    mains: mains.map(toRaceRecord),
    runners: cards,
  };
}
