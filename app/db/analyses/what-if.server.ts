import { and, asc, count, eq, inArray, isNotNull, isNull, lt, min, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { selectOwnAnalyses, withScores } from "#app/db/racing/race-cards.server.ts";
import { isVisibleRace, raceColumns, toRaceRecord } from "#app/db/racing/races.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";

/** Null: unknown or invisible. @param withStarts some hundred rows, for going and jockeys */
export async function readWhatIf(
  db: Database,
  { raceId, userId, withStarts }: { raceId: string; userId: number; withStarts: boolean },
) {
  const race = db
    .select({ ...raceColumns, inputsVersion: races.inputsVersion, weightsVersion: races.weightsVersion })
    .from(races)
    .where(and(eq(races.raceId, raceId), isVisibleRace));
  const card = db
    .select(
      columnsOf(runners, "horseNum", "bracketNum", "horseName", "jockeyId", "jockeyName", "carriedWeightKg", "status"),
    )
    .from(runners)
    .where(eq(runners.raceId, raceId))
    .orderBy(asc(runners.horseNum));
  const ownModels = db
    .select({
      modelId: models.id,
      ...columnsOf(models, "name", "isWeight", "artifactKey", "report"),
    })
    .from(models)
    .where(and(eq(models.userId, userId), isNull(models.deletedAt)));
  const analyses = selectOwnAnalyses(db, { raceId, userId });
  const jockeys = selectJockeysOfDay(db, raceId);
  const [found, entries, own, kept, riding, starts] = withStarts
    ? await db.batch([race, card, analyses, ownModels, jockeys, selectStarts(db, raceId)])
    : [...(await db.batch([race, card, analyses, ownModels, jockeys])), null];
  const [row] = found;
  if (row === undefined) return null;
  const { inputsVersion, weightsVersion, ...summary } = row;
  return {
    race: toRaceRecord(summary),
    inputsVersion,
    weightsVersion,
    entries,
    analyses: own.map(withScores),
    models: kept,
    jockeys: riding.flatMap(({ jockeyId, name, raceId: mount, ...rest }) =>
      jockeyId === null || mount === null ? [] : [{ ...rest, jockeyId, name: name ?? jockeyId, raceId: mount }],
    ),
    starts: starts === null ? null : groupBy(starts, ({ cardNum }) => cardNum),
  };
}

/** With one mount each: SQLite takes bare columns from the row of min(). */
function selectJockeysOfDay(db: Database, raceId: string) {
  const own = alias(races, "own");
  return db
    .select({
      jockeyId: runners.jockeyId,
      name: runners.jockeyName,
      venue: races.venue,
      raceId: min(races.raceId),
      horseNum: runners.horseNum,
      inputsVersion: races.inputsVersion,
    })
    .from(races)
    .innerJoin(own, and(eq(own.venueType, races.venueType), eq(own.date, races.date)))
    .innerJoin(runners, eq(runners.raceId, races.raceId))
    .where(and(eq(own.raceId, raceId), isVisibleRace, isNotNull(runners.jockeyId)))
    .groupBy(runners.jockeyId);
}

const NOT_STARTED = ["entered", "scratched", "excluded"] as const;

function selectStarts(db: Database, raceId: string) {
  const card = alias(runners, "card");
  const beside = alias(runners, "beside");
  const starters = db
    .select({ starters: count() })
    .from(beside)
    .where(and(eq(beside.raceId, races.raceId), notInArray(beside.status, [...NOT_STARTED])));
  return db
    .select({
      cardNum: card.horseNum,
      going: races.going,
      ...columnsOf(runners, "status", "finishPosition", "jockeyId"),
      starters: sql<number>`(${starters})`.as("starters"),
    })
    .from(card)
    .innerJoin(runners, eq(runners.horseId, card.horseId))
    .innerJoin(races, eq(races.raceId, runners.raceId))
    .where(
      and(
        eq(card.raceId, raceId),
        lt(races.date, sql`(select date from races where race_id = ${raceId})`),
        inArray(races.status, ["result"]),
        isVisibleRace,
        notInArray(runners.status, [...NOT_STARTED]),
      ),
    )
    .orderBy(asc(races.date), asc(races.raceId));
}
