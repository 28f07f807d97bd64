import { payoutYen } from "./stakes.ts";

/** Both ends are equal where the odds are no range. */
export interface TicketOdds {
  low: number;
  high: number;
}

interface TicketPrice {
  chance: number;
  odds: TicketOdds | null;
}

/** Mean payout of equal stakes by the chances and the middle of the odds; null without all odds. */
export function expectedReturn(tickets: readonly TicketPrice[]): number | null {
  let sum = 0;
  for (const { chance, odds } of tickets) {
    if (odds === null) return null;
    sum += chance * middleOf(odds);
  }
  return tickets.length === 0 ? null : sum / tickets.length;
}

/** Result of the stakes if exactly one ticket is hit. */
export function stakeTickets(
  tickets: readonly TicketPrice[],
  { stakes, budgetYen }: { stakes: readonly number[]; budgetYen: number },
) {
  const stakedYen = stakes.reduce((sum, stake) => sum + stake, 0);
  const payouts = tickets.map(({ odds }, place) => (odds === null ? null : payoutYen(stakes[place] ?? 0, odds.low)));
  const known = payouts.filter((payout) => payout !== null);
  const hasAll = known.length === tickets.length && tickets.length > 0;
  const expected = tickets.map(({ chance, odds }, place) =>
    odds === null ? 0 : chance * middleOf(odds) * (stakes[place] ?? 0),
  );
  return {
    stakedYen,
    leftYen: budgetYen - stakedYen,
    /** By the lower end of the odds; null where they are unknown. */
    payouts,
    /** Null unless all odds are known; so is the expected payout, by chance and the middle of the odds. */
    lowestPayoutYen: hasAll ? Math.min(...known) : null,
    expectedYen: hasAll ? Math.round(expected.reduce((sum, yen) => sum + yen, 0)) : null,
    /** トリガミ: whether a ticket's payout is below all stakes together. */
    isShort: payouts.map((payout) => payout !== null && payout < stakedYen),
  };
}

function middleOf({ low, high }: TicketOdds): number {
  return (low + high) / 2;
}
