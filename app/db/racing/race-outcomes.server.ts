import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { BET_TYPES, type Going } from "#app/domain/racing/race.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";

type OfficialPayout = Pick<Payout, "betType" | "combination" | "payoutYen">;

/** What a report needs of a race beyond its features. */
export interface RaceOutcome {
  raceId: string;
  venue: string;
  distanceM: number | null;
  going: Going | null;
  /** Official rows of win, place and quinella. */
  payouts: OfficialPayout[];
}

/**
 * Outcomes of some two thousand races at most, in no order; a race that is not known is left out. One row a race: a
 * report reads those of tens of thousands, and rows cost more than what is in them. Reads the primary keys of races
 * and payouts.
 */
export async function listRaceOutcomes(db: Database, raceIds: readonly string[]): Promise<RaceOutcome[]> {
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

/** What is stored of a race that payouts are judged by. */
export interface JudgedRace {
  raceId: string;
  isCancelled: boolean;
  runners: Pick<Runner, "horseNum" | "status" | "finishPosition">[];
  payouts: OfficialPayout[];
}

/** Those of some hundred races that are stored, in no order. Reads the primary keys of races, runners and payouts. */
export async function listJudgedRaces(db: Database, raceIds: readonly string[]): Promise<JudgedRace[]> {
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
      runners: sql`(${ofRunners})`.mapWith((list: string): JudgedRace["runners"] => JSON.parse(list)),
      payouts: sql`(${ofPayouts})`.mapWith((list: string): JudgedRace["payouts"] => JSON.parse(list)),
    })
    .from(races)
    .where(isAmong(races.raceId, raceIds));
}
