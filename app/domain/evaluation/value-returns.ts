import { pickFavourites } from "#app/domain/settlement/baseline-picks.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import { STAKE_PER_TICKET_YEN, type Ticket } from "#app/domain/settlement/tickets.ts";
import { winValue } from "#app/domain/settlement/win-value.ts";
import { byDayAndRace, type ForecastRace, isReported } from "./forecast-race.ts";
import { resampleRatiosInTurns, sumByDay, type Turns } from "./resample-days.ts";

/** Bootstrap draws for the interval, as for the other overall ones. */
const RESAMPLES = 1000;

/** With fewer bets a rate says nothing: one payout more or less decides it. */
export const FEWEST_VALUE_BETS = 100;

/**
 * What win bets of 100 yen on every horse of high value by the final odds (settlement's win-value.ts) have returned in
 * races that the model was not trained on.
 */
export interface ValueReturns {
  bets: number;
  races: number;
  /** Payout / stake; null without bets. */
  returnRate: number | null;
  /** 95 % interval over race days; null without bets. */
  low: number | null;
  high: number | null;
  /** Of one bet on the public's favourite in each of the same races; null without. */
  favouriteReturnRate: number | null;
}

interface ValueTally {
  /** Adds a race; ignores races that are not reported (jumps, no official winner). */
  add(race: ForecastRace): void;
  /** The result does not depend on the order of the races or their runners. */
  report(turns: Turns): Promise<ValueReturns>;
}

/** Payout and stake of the model's bets, then of the favourite, in yen; bets; 1 for a race with a bet. */
type Sums = readonly [number, number, number, number, number, number];

const WIDTH = 6;

/** Collects races one by one, keeping only the stakes and payouts of each, so that callers can stream them. */
export function createValueTally(): ValueTally {
  const counted: { raceId: string; date: string; sums: Sums }[] = [];
  return {
    add(race) {
      if (isReported(race)) counted.push({ raceId: race.raceId, date: race.date, sums: sumOfRace(race) });
    },
    async report(turns) {
      const days = sumByDay(counted.toSorted(byDayAndRace), WIDTH, (sums, race) => {
        for (const [at, sum] of race.sums.entries()) sums[at]! += sum;
      });
      const total = (at: number) => days.reduce((sum, day) => sum + day[at]!, 0);
      const own = days.map((day) => [day[0]!, day[1]!]);
      const [interval] = await resampleRatiosInTurns(own, turns, RESAMPLES);
      return {
        bets: total(4),
        races: total(5),
        returnRate: ratio(total(0), total(1)),
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        favouriteReturnRate: ratio(total(2), total(3)),
      };
    },
  };
}

function sumOfRace({ runners, payouts }: ForecastRace): Sums {
  const isHigh = ({ isStarter, probability, winOdds }: ForecastRace["runners"][number]) =>
    isStarter && winOdds !== null && winOdds > 0 && winValue(probability, winOdds).grade === "high";
  const nonStarters = new Set(runners.filter(({ isStarter }) => !isStarter).map(({ horseNum }) => horseNum));
  const settle = (horses: readonly number[]) =>
    settleRace(
      horses.map((horse): Ticket => ({ betType: "win", horses: [horse] })),
      payouts,
      nonStarters,
    ).win;
  const own = settle(runners.filter(isHigh).map(({ horseNum }) => horseNum));
  if (own.stakeYen === 0) return [0, 0, 0, 0, 0, 0];
  const favourite = settle((pickFavourites(runners) ?? []).slice(0, 1));
  return [own.payoutYen, own.stakeYen, favourite.payoutYen, favourite.stakeYen, own.stakeYen / STAKE_PER_TICKET_YEN, 1];
}

function ratio(payoutYen: number, stakeYen: number): number | null {
  return stakeYen === 0 ? null : payoutYen / stakeYen;
}
