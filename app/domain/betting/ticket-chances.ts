import { type OrderExponents, visitOrders } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { TicketKind } from "./ticket-kinds.ts";

export interface RaceChances {
  horses: readonly { horseNum: number; probability: number }[];
  orderExponents: OrderExponents;
  /** Places that place bets pay; 0: none are sold. */
  paidPlaces: 0 | 2 | 3;
}

interface TicketChances {
  each: number[];
  atLeastOne: number;
}

/**
 * Chances of tickets of one kind: the probabilities of all orders of the first three in which they are hit. Several
 * place or wide tickets can be hit at once, so the chance of any is not the sum.
 *
 * @param tickets horse numbers; one with a horse that does not start has no chance
 */
export function ticketChances(
  kind: TicketKind,
  tickets: readonly (readonly number[])[],
  { horses, orderExponents, paidPlaces }: RaceChances,
): TicketChances {
  const each = tickets.map(() => 0);
  const powers = new Map(horses.map(({ horseNum }, runner) => [horseNum, 2 ** runner]));
  const placeOf = new Map(
    tickets.map((ticket, place) => [sumOf(ticket.map((horse) => powers.get(horse) ?? 0)), place]),
  );
  const wins = horses.map(({ probability }) => probability);
  let atLeastOne = 0;
  visitOrders(wins, orderExponents, ({ first, second, third }, probability) => {
    let isHit = false;
    for (const key of hitKeys(kind, {
      first: 2 ** first,
      second: 2 ** second,
      third: 2 ** (third ?? Number.NaN),
      paidPlaces,
    })) {
      const place = placeOf.get(key);
      if (place === undefined) continue;
      each[place] = (each[place] ?? 0) + probability;
      isHit = true;
    }
    if (isHit) atLeastOne += probability;
  });
  return { each: each.map(atMostOne), atLeastOne: atMostOne(atLeastOne) };
}

/** Tickets hit by an order of finish, each as the sum of its horses' powers of two; NaN without a third. */
function hitKeys(
  kind: TicketKind,
  { first, second, third, paidPlaces }: { first: number; second: number; third: number; paidPlaces: number },
): number[] {
  switch (kind) {
    case "win":
      return [first];
    case "place":
      return [first, second, third].slice(0, paidPlaces);
    case "quinella":
      return [first + second];
    case "wide":
      return [first + second, first + third, second + third];
    case "trio":
      return [first + second + third];
    default:
      return kind satisfies never;
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Thousands of terms can add up to slightly more than 1. */
function atMostOne(probability: number): number {
  return Math.min(1, probability);
}
