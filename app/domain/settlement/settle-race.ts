import { BET_TYPES, type BetType, isPaid, isRegularPayout } from "#app/domain/racing/race.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import { STAKE_PER_TICKET_YEN, type Ticket } from "./tickets.ts";

export interface Settlement {
  stakeYen: number;
  payoutYen: number;
  /** Winning tickets; 特払 does not count. */
  hits: number;
}

/**
 * Settles tickets of {@link STAKE_PER_TICKET_YEN} each. Those of a bet type without paying rows (not sold, or 不成立) are
 * not bought.
 *
 * @param payouts official rows, per 100 yen; several in a dead heat
 * @param nonStarters horse numbers (取消, 除外): a ticket with one is refunded and adds to neither stake nor payout
 * @throws {RangeError} if a ticket repeats a horse
 */
export function settleRace(
  tickets: readonly Ticket[],
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[],
  nonStarters: ReadonlySet<number> = new Set(),
): Record<BetType, Settlement> {
  const settled: Record<BetType, Settlement> = { win: nothing(), place: nothing(), quinella: nothing() };
  for (const betType of BET_TYPES) {
    const rows = payouts.filter((payout) => payout.betType === betType && isPaid(payout));
    if (rows.length === 0) continue;
    const special = rows.find((row) => !isRegularPayout(row));
    const payoutOf = new Map(rows.map(({ combination, payoutYen }) => [combination, payoutYen]));
    for (const ticket of tickets) {
      if (ticket.betType !== betType) continue;
      if (ticket.horses.some((horse, place) => ticket.horses.indexOf(horse) !== place)) {
        throw new RangeError(`ticket repeats a horse: ${ticket.horses.join("-")}`);
      }
      if (ticket.horses.some((horse) => nonStarters.has(horse))) continue;
      const settlement = settled[betType];
      settlement.stakeYen += STAKE_PER_TICKET_YEN;
      if (special !== undefined) {
        settlement.payoutYen += special.payoutYen;
        continue;
      }
      const payoutYen = payoutOf.get(ticket.horses.join("-"));
      if (payoutYen === undefined) continue;
      settlement.payoutYen += payoutYen;
      settlement.hits += 1;
    }
  }
  return settled;
}

function nothing(): Settlement {
  return { stakeYen: 0, payoutYen: 0, hits: 0 };
}
