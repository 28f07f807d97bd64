import type { Payout } from "#app/domain/racing/race.ts";

/** What a report asks of a race beyond its features. */
export interface RaceOutcome {
  raceId: string;
  venue: string;
  distanceM: number | null;
  /** Official rows of win, place and quinella. */
  payouts: Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

interface OutcomeRow extends Omit<RaceOutcome, "payouts"> {
  payouts: string;
}

/**
 * Outcomes of some two thousand races at most, in no order; a race that is not known is left out. One row a race: a
 * report reads those of tens of thousands, and rows cost more than what is in them. Reads the primary keys of races
 * and payouts.
 */
export async function listRaceOutcomes(d1: D1Database, raceIds: readonly string[]): Promise<RaceOutcome[]> {
  const { results } = await d1
    .prepare(
      `select r.race_id as raceId, r.venue, r.distance_m as distanceM,
              (select json_group_array(json_array(p.bet_type, p.combination, p.payout_yen)) from payouts p
               where p.race_id = r.race_id and p.bet_type in ('win', 'place', 'quinella')) as payouts
       from json_each(?1) j join races r on r.race_id = j.value`,
    )
    .bind(JSON.stringify(raceIds))
    .all<OutcomeRow>();
  return results.map(({ payouts, ...race }) => ({
    ...race,
    payouts: (JSON.parse(payouts) as [string, string, number][]).map(([betType, combination, payoutYen]) => ({
      betType,
      combination,
      payoutYen,
    })),
  }));
}
