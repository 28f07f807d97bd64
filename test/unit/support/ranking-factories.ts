import { type CountedPeriod, listPeriods } from "#app/domain/rankings/calendar.ts";
import type { Cadence } from "#app/domain/rankings/periods.ts";
import type { PickReturns, TicketReturns } from "#app/domain/rankings/pick-returns.ts";
import type { ReturnsEntry } from "#app/domain/rankings/rank-entries.ts";
import type { BetGroup } from "#app/domain/rankings/tally.ts";

/** The period of a key; null if it has no race day. */
export function findPeriod(cadence: Cadence, key: string, raceDays: readonly string[]): CountedPeriod | null {
  return listPeriods(cadence, raceDays).find((period) => period.key === key) ?? null;
}

type Money = readonly [stakeYen: number, payoutYen: number, hits: number];

/** A model's bets on a race, from stake, payout and winning tickets per bet type. */
export function ledgerRow(modelId: number, raceId: string, win: Money, place: Money, quinella: Money): BetGroup {
  const [winBet, placeBet, quinellaBet] = [win, place, quinella].map(([stakeYen, payoutYen, hits]) => ({
    stakeYen,
    payoutYen,
    hits,
  }));
  return { modelIds: [modelId], raceId, bets: { win: winBet!, place: placeBet!, quinella: quinellaBet! } };
}

function ofRate(returnPerMille: number): TicketReturns {
  return { returnPerMille, lowPerMille: null, highPerMille: null, hitPerMille: 500, races: 12, hits: 6 };
}

/** An entry with rates in tenths of a per cent; a rate of null = no bet of the type. */
export function returnsEntry(
  modelId: number,
  rates: { total: number; win?: number | null; place?: number | null; quinella?: number | null },
  fields: Partial<ReturnsEntry> = {},
): ReturnsEntry {
  const { total, win = total, place = total, quinella = total } = rates;
  const returns: PickReturns = {
    total: ofRate(total),
    win: win === null ? null : ofRate(win),
    place: place === null ? null : ofRate(place),
    quinella: quinella === null ? null : ofRate(quinella),
  };
  return {
    modelId,
    modelName: `モデル${modelId}`,
    userName: `ユーザー${modelId}`,
    userId: 100 + modelId,
    createdAt: 1000 * modelId,
    returns,
    ...fields,
  };
}
