import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, isAmong } from "#app/db/fragments.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";

type JudgedRunner = Pick<Runner, "horseNum" | "status" | "finishPosition">;
type OfficialPayout = Pick<Payout, "betType" | "combination" | "payoutYen">;

export type RaceOutcome = Awaited<ReturnType<typeof listRaceOutcomes>>[number];

/** Two thousand at most, with win, place and quinella. One row a race: rows cost more than their content. */
export async function listRaceOutcomes(db: Database, raceIds: readonly string[]) {
  return db
    .select({
      ...columnsOf(races, "raceId", "venue", "distanceM", "going"),
      payouts: payoutsOfRace(db, inArray(payouts.betType, [...BET_TYPES])),
    })
    .from(races)
    .where(isAmong(races.raceId, raceIds));
}

export type JudgedRace = Awaited<ReturnType<typeof listJudgedRaces>>[number];

/** Some hundred. */
export async function listJudgedRaces(db: Database, raceIds: readonly string[]) {
  return db
    .select({
      raceId: races.raceId,
      isCancelled: sql`${races.status} = 'cancelled'`.mapWith(Boolean),
      runners: runnersOfRace(db),
      payouts: payoutsOfRace(db),
    })
    .from(races)
    .where(isAmong(races.raceId, raceIds));
}

/** A column of queries over races. */
export function runnersOfRace(db: Database) {
  const list = db
    .select({
      list: sql`json_group_array(json_object('horseNum', ${runners.horseNum}, 'status', ${runners.status},
        'finishPosition', ${runners.finishPosition}))`,
    })
    .from(runners)
    .where(eq(runners.raceId, races.raceId));
  return sql`(${list})`.mapWith((json: string): JudgedRunner[] => JSON.parse(json)).as("runner_list");
}

export function payoutsOfRace(db: Database, isMeant?: SQL) {
  const list = db
    .select({
      list: sql`json_group_array(json_object('betType', ${payouts.betType}, 'combination', ${payouts.combination},
        'payoutYen', ${payouts.payoutYen}))`,
    })
    .from(payouts)
    .where(and(eq(payouts.raceId, races.raceId), isMeant));
  return sql`(${list})`.mapWith((json: string): OfficialPayout[] => JSON.parse(json)).as("payout_list");
}
