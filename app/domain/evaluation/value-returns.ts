import { pickFavourites } from "#app/domain/settlement/baseline-picks.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import { STAKE_PER_TICKET_YEN, type Ticket } from "#app/domain/settlement/tickets.ts";
import { winValue } from "#app/domain/settlement/win-value.ts";
import { byDayAndRace, type ForecastRace, isReported } from "./forecast-race.ts";
import { resampleRatiosInTurns, sumByDay, type Turns } from "./resample-days.ts";
import { returnRateOf } from "./returns.ts";

const RESAMPLES = 1000;

/** With fewer bets one payout decides the rate. */
export const FEWEST_VALUE_BETS = 100;

/** Returns of 100-yen win bets on every unseen horse of high value by the final odds (settlement's win-value.ts). */
export interface ValueReturns {
  bets: number;
  races: number;
  returnRate: number | null;
  /** 95 % interval over race days; null without bets. */
  low: number | null;
  high: number | null;
  /** One bet on the favourite in each of the same races; null without. */
  favouriteReturnRate: number | null;
}

/** Payout and stake of the model's bets and of the favourite, in yen; bets; 1 for a race with a bet. */
type Sums = readonly [number, number, number, number, number, number];

export function createValueTally() {
  const counted: { raceId: string; date: string; sums: Sums }[] = [];
  return {
    add(race: ForecastRace): void {
      if (isReported(race)) counted.push({ raceId: race.raceId, date: race.date, sums: sumOfRace(race) });
    },
    async report(turns: Turns): Promise<ValueReturns> {
      const days = sumByDay(counted.toSorted(byDayAndRace), ({ sums }) => sums);
      const total = (at: number) => days.reduce((sum, day) => sum + day[at]!, 0);
      const own = days.map((day) => [day[0]!, day[1]!]);
      const [interval] = await resampleRatiosInTurns(own, turns, RESAMPLES);
      return {
        bets: total(4),
        races: total(5),
        returnRate: returnRateOf({ payoutYen: total(0), stakeYen: total(1) }),
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        favouriteReturnRate: returnRateOf({ payoutYen: total(2), stakeYen: total(3) }),
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
