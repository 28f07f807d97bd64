import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";

type JudgedRunner = Pick<Runner, "horseNum" | "status" | "finishPosition">;
type OfficialPayout = Pick<Payout, "betType" | "combination" | "payoutYen">;

export type RaceOutcome = Awaited<ReturnType<typeof listRaceOutcomes>>[number];

/** Two thousand at most, with win, place and quinella. One row a race: rows cost more than their content. */
export async function listRaceOutcomes(db: Database, raceIds: readonly string[]) {
  const ofRace = db
    .select({
      list: sql`json_group_array(json_object('betType', ${payouts.betType}, 'combination', ${payouts.combination},
        'payoutYen', ${payouts.payoutYen}))`,
    })
    .from(payouts)
    .where(and(eq(payouts.raceId, races.raceId), inArray(payouts.betType, [...BET_TYPES])));
  return db
    .select({
      raceId: races.raceId,
      venue: races.venue,
      distanceM: races.distanceM,
      going: races.going,
      payouts: sql`(${ofRace})`.mapWith((list: string): OfficialPayout[] => JSON.parse(list)),
    })
    .from(races)
    .where(isAmong(races.raceId, raceIds));
}

export type JudgedRace = Awaited<ReturnType<typeof listJudgedRaces>>[number];

/** Some hundred. */
export async function listJudgedRaces(db: Database, raceIds: readonly string[]) {
  const ofRunners = db
    .select({
      list: sql`json_group_array(json_object('horseNum', ${runners.horseNum}, 'status', ${runners.status},
        'finishPosition', ${runners.finishPosition}))`,
    })
    .from(runners)
    .where(eq(runners.raceId, races.raceId));
  const ofPayouts = db
    .select({
      list: sql`json_group_array(json_object('betType', ${payouts.betType}, 'combination', ${payouts.combination},
        'payoutYen', ${payouts.payoutYen}))`,
    })
    .from(payouts)
    .where(eq(payouts.raceId, races.raceId));
  return db
    .select({
      raceId: races.raceId,
      isCancelled: sql`${races.status} = 'cancelled'`.mapWith(Boolean),
      runners: sql`(${ofRunners})`.mapWith((list: string): JudgedRunner[] => JSON.parse(list)),
      payouts: sql`(${ofPayouts})`.mapWith((list: string): OfficialPayout[] => JSON.parse(list)),
    })
    .from(races)
    .where(isAmong(races.raceId, raceIds));
}
