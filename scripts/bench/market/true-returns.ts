import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import { buildTickets } from "#app/domain/settlement/tickets.ts";
import type { TicketTruth } from "#scripts/sample/market/truth.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";

/** Ratios: what the bets of somebody's picks were worth, what they paid, and how far apart luck may have them. */
export interface TrueReturns {
  expected: number;
  realised: number;
  /** Standard error of the difference, from the true chances: rare large payouts that did not come would hide in the results. */
  error: number;
  stakeYen: number;
}

/** A race with what every ticket on it is really worth, by bet type and combination. */
export interface JudgedRace {
  race: SampleRace["race"];
  runners: SampleRace["runners"];
  payouts: SampleRace["payouts"];
  tickets: ReadonlyMap<string, Pick<TicketTruth, "chance" | "expectedYen">>;
  /** True win chances by horse number. */
  winChances: ReadonlyMap<number, number>;
}

export function judgeRace({ race, runners, payouts, tickets }: SampleRace): JudgedRace {
  return {
    ...{ race, runners, payouts },
    tickets: new Map(tickets.map((ticket) => [`${ticket.betType} ${ticket.combination}`, ticket])),
    winChances: new Map(
      tickets.flatMap(({ betType, combination, chance }) => (betType === "win" ? [[Number(combination), chance]] : [])),
    ),
  };
}

/** The product's bets on races, each with its picks, best first. */
export function returnsOf(bets: readonly (readonly [JudgedRace, readonly number[]])[]): Record<BetType, TrueReturns> {
  return Object.fromEntries(BET_TYPES.map((betType) => [betType, returnsOfType(betType, bets)])) as Record<
    BetType,
    TrueReturns
  >;
}

function returnsOfType(betType: BetType, bets: readonly (readonly [JudgedRace, readonly number[]])[]): TrueReturns {
  let stake = 0;
  let expected = 0;
  let realised = 0;
  let variance = 0;
  for (const [{ runners, payouts, tickets: truths }, picks] of bets) {
    const nonStarters = new Set(runners.flatMap(({ winOdds, horseNum }) => (winOdds === null ? [horseNum] : [])));
    const tickets = buildTickets(picks).filter((ticket) => ticket.betType === betType);
    const settled = settleRace(tickets, payouts, nonStarters)[betType];
    if (settled.stakeYen === 0) continue;
    let worth = 0;
    let square = 0;
    for (const { horses } of tickets.filter((ticket) => !ticket.horses.some((horse) => nonStarters.has(horse)))) {
      const truth = truths.get(`${betType} ${horses.join("-")}`);
      if (truth === undefined) throw new Error(`${betType} ${horses.join("-")} was not judged`);
      worth += truth.expectedYen;
      // Of a race's tickets of one type one wins at most, dead heats aside.
      square += truth.expectedYen ** 2 / truth.chance;
    }
    stake += settled.stakeYen;
    expected += worth;
    realised += settled.payoutYen;
    variance += square - worth ** 2;
  }
  return {
    expected: expected / stake,
    realised: realised / stake,
    error: Math.sqrt(variance) / stake,
    stakeYen: stake,
  };
}
