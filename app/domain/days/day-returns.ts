import { type Interval, resampleRatios } from "#app/domain/evaluation/resample-days.ts";
import { type BetSums, sumBets } from "#app/domain/evaluation/returns.ts";
import { FEWEST_INDEPENDENT_RACES } from "#app/domain/racing/conditions.ts";
import { isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import { pickFavourites } from "#app/domain/settlement/baseline-picks.ts";
import { type Settlement, settleRace } from "#app/domain/settlement/settle-race.ts";
import type { Ticket } from "#app/domain/settlement/tickets.ts";

/** Bets of the board: one horse each. */
export const DAY_BETS = ["win", "place"] as const;
type DayBet = (typeof DAY_BETS)[number];

export interface DayRaceBets {
  pick: number;
  runners: readonly { horseNum: number; status: RunnerStatus; finishPosition: number | null; winOdds: number | null }[];
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

export interface DaySide {
  /** Finishes: first, second, third, others. */
  finishes: readonly [number, number, number, number];
  /** Null where no race sold the bet. */
  bets: Record<DayBet, DayReturn | null>;
}

interface DayReturn extends BetSums {
  /** 95 % interval of payout ÷ stake; null with too few races. */
  interval: Interval | null;
}

export interface DayReturns {
  races: number;
  model: DaySide;
  favourite: DaySide;
  /** Whether ◎'s win returns are above (1) or below (−1) the favourite's; 0: unknown. */
  verdict: 1 | 0 | -1;
}

interface Counted {
  model: Side;
  favourite: Side;
}

interface Side {
  finish: number | null;
  bets: Record<DayBet, Settlement>;
}

/**
 * Sums of 100 yen to win and to place on ◎, and on the favourite of the same races; null if none is settled. `races`
 * are settled ones with a ◎, in the order of the board.
 */
export function sumDayReturns(races: readonly DayRaceBets[]): DayReturns | null {
  const counted = races.flatMap((race): Counted[] => {
    const [favourite] = pickFavourites(race.runners.filter(({ status }) => isStarter(status))) ?? [];
    if (favourite === undefined) return [];
    const both = { model: settleHorse(race, race.pick), favourite: settleHorse(race, favourite) };
    return both.model.bets.win.stakeYen > 0 && both.favourite.bets.win.stakeYen > 0 ? [both] : [];
  });
  if (counted.length === 0) return null;
  return {
    races: counted.length,
    model: sumSide(counted.map(({ model }) => model)),
    favourite: sumSide(counted.map(({ favourite }) => favourite)),
    verdict: verdictOf(counted),
  };
}

function settleHorse({ runners, payouts }: DayRaceBets, horse: number): Side {
  const tickets = DAY_BETS.map((betType): Ticket => ({ betType, horses: [horse] }));
  const runner = runners.find(({ horseNum }) => horseNum === horse);
  const isOut = runner === undefined || !isStarter(runner.status);
  const { win, place } = settleRace(tickets, payouts, new Set(isOut ? [horse] : []));
  return { finish: runner?.finishPosition ?? null, bets: { win, place } };
}

function sumSide(sides: readonly Side[]): DaySide {
  const finishes: [number, number, number, number] = [0, 0, 0, 0];
  for (const { finish } of sides) {
    finishes[finish === 1 || finish === 2 || finish === 3 ? finish - 1 : 3]! += 1;
  }
  return { finishes, bets: { win: sumBet(sides, "win"), place: sumBet(sides, "place") } };
}

function sumBet(sides: readonly Side[], bet: DayBet): DayReturn | null {
  const sold = sides.map(({ bets }) => bets[bet]).filter(({ stakeYen }) => stakeYen > 0);
  if (sold.length === 0) return null;
  const drawn = sold.map(({ payoutYen, stakeYen }) => [payoutYen, stakeYen]);
  return {
    ...sumBets(sold),
    interval: sold.length < FEWEST_INDEPENDENT_RACES ? null : (resampleRatios(drawn)[0] ?? null),
  };
}

/** By the interval of the difference of both win returns, drawn race by race. */
function verdictOf(races: readonly Counted[]): DayReturns["verdict"] {
  if (races.length < FEWEST_INDEPENDENT_RACES) return 0;
  const differences = races.map(({ model, favourite }) => {
    const stakeYen = model.bets.win.stakeYen;
    return [model.bets.win.payoutYen - favourite.bets.win.payoutYen, stakeYen];
  });
  const [interval] = resampleRatios(differences);
  if (interval === null || interval === undefined) return 0;
  if (interval.low > 0) return 1;
  return interval.high < 0 ? -1 : 0;
}
