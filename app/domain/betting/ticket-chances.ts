import { type OrderExponents, visitOrders } from "#app/domain/learning/calibration/order-probabilities.ts";
import { isOrderedKind, type TicketKind } from "#app/domain/racing/ticket-kind.ts";

export interface RaceChances {
  horses: readonly { horseNum: number; bracketNum: number | null; probability: number }[];
  orderExponents: OrderExponents;
  /** Places that place bets pay; 0: none are sold. */
  paidPlaces: 0 | 2 | 3;
}

/**
 * Adds up the orders of the first three in which each ticket is hit. Several place or wide tickets can be hit at once,
 * so the chance of any is not the sum. A ticket with a non-starter has no chance.
 */
export function ticketChances(
  kind: TicketKind,
  tickets: readonly (readonly number[])[],
  { horses, orderExponents, paidPlaces }: RaceChances,
): { each: number[]; atLeastOne: number } {
  const each = tickets.map(() => 0);
  const placeOf = new Map(tickets.map((ticket, place) => [keyOf(kind, ticket), place]));
  const numbers = horses.map(({ horseNum, bracketNum }) => (kind === "bracket" ? (bracketNum ?? 0) : horseNum));
  const wins = horses.map(({ probability }) => probability);
  let atLeastOne = 0;
  visitOrders(wins, orderExponents, (order, probability) => {
    let isHit = false;
    const home = [order.first, order.second, ...(order.third === null ? [] : [order.third])];
    for (const ticket of hitTickets(
      kind,
      home.map((runner) => numbers[runner] ?? 0),
      paidPlaces,
    )) {
      const place = placeOf.get(keyOf(kind, ticket));
      if (place === undefined) continue;
      each[place] = (each[place] ?? 0) + probability;
      isHit = true;
    }
    if (isHit) atLeastOne += probability;
  });
  return { each: each.map(atMostOne), atLeastOne: atMostOne(atLeastOne) };
}

/** @param home numbers of the first three, or of both starters */
function hitTickets(kind: TicketKind, home: readonly number[], paidPlaces: number): (readonly number[])[] {
  const [first = 0, second = 0, third] = home;
  switch (kind) {
    case "win":
      return [[first]];
    case "place":
      return home.slice(0, paidPlaces).map((number) => [number]);
    case "bracket":
    case "quinella":
    case "exacta":
      return [[first, second]];
    case "wide":
      return third === undefined
        ? [[first, second]]
        : [
            [first, second],
            [first, third],
            [second, third],
          ];
    case "trio":
    case "trifecta":
      return third === undefined ? [] : [home];
    default:
      return kind satisfies never;
  }
}

/** Numbers are below 100. */
function keyOf(kind: TicketKind, numbers: readonly number[]): number {
  const sorted = isOrderedKind(kind) ? numbers : numbers.toSorted((one, other) => one - other);
  return sorted.reduce((key, number) => key * 100 + number, 0);
}

/** Thousands of terms can add up to slightly more than 1. */
function atMostOne(probability: number): number {
  return Math.min(1, probability);
}
