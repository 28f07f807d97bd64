import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { isAmong } from "#app/db/fragments.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";

/** What is stored of a race that payouts are judged by. */
export interface JudgedRace {
  raceId: string;
  isCancelled: boolean;
  runners: Pick<Runner, "horseNum" | "status" | "finishPosition">[];
  payouts: Pick<Payout, "betType" | "combination" | "payoutYen">[];
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
