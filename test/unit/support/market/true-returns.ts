import { type BetType, byBetType } from "#app/domain/racing/race.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import { buildTickets } from "#app/domain/settlement/tickets.ts";
import type { TicketTruth } from "#scripts/sample/market/truth.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";

/** Return rates of bets: expected under the true chances, realised, and the standard error of their difference. */
export interface TrueReturns {
  expected: number;
  realised: number;
  /** Standard error from the true chances, as results without rare large payouts would underestimate it. */
  error: number;
  stakeYen: number;
}

/** A race with the true value of every ticket, by bet type and combination. */
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

/** Returns of the product's bets on races, given the picks of each, best first. */
export function returnsOf(bets: readonly (readonly [JudgedRace, readonly number[]])[]): Record<BetType, TrueReturns> {
  return byBetType((betType) => returnsOfType(betType, bets));
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
      // Dead heats aside, at most one ticket per type and race wins.
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
