/** Payouts of all pools, and odds beside win, place and quinella: from the shares of the win pool, less the takeout. */

import type { Payout } from "#app/domain/racing/records.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { type Pools, payoutsYen, sumOf } from "./market.ts";

export type Range = readonly [low: number, high: number];
export type LongKind = Exclude<TicketKind, "win" | "place" | "quinella">;

export interface LongMarket {
  strengths: ReadonlyMap<number, number>;
  /** Includes withdrawn runners. */
  brackets: ReadonlyMap<number, number>;
  takeout: Pools["takeout"];
}

/** Kinds with the rows of a payout record, in the order of payouts. */
const ROWS = {
  ...{ win: 3, place: 5, quinella: 3 },
  ...{ bracket: 3, wide: 7, exacta: 6, trio: 3, trifecta: 6 },
} as const satisfies Record<TicketKind, number>;
const HIGHEST_YEN = {
  bracket: 999_990,
  wide: 999_990,
  exacta: 9_999_990,
  trio: 9_999_990,
  trifecta: 29_999_990,
} as const;
export const FEWEST_FOR_BRACKETS = 9;
const WIDE_SPREAD = [0.92, 1.12] as const;
const LOWEST_ODDS = 1.1;
const YEN_PER_TICKET = 100;
const YEN_STEP = 10;

/** That these horses finish first, second, … in this order. */
function orderChance(strengths: LongMarket["strengths"], horses: readonly number[]): number {
  let left = 1;
  let chance = 1;
  for (const horse of horses) {
    const strength = strengths.get(horse) ?? 0;
    chance *= strength / left;
    left -= strength;
  }
  return chance;
}

function chanceOf(kind: LongKind, numbers: readonly number[], { strengths, brackets }: LongMarket): number {
  const [a = 0, b = 0, c = 0] = numbers;
  const any = (orders: readonly (readonly number[])[]) =>
    orders.reduce((sum, order) => sum + orderChance(strengths, order), 0);
  const trio = (third: number) =>
    any([
      [a, b, third],
      [a, third, b],
      [b, a, third],
      [b, third, a],
      [third, a, b],
      [third, b, a],
    ]);
  switch (kind) {
    case "bracket": {
      const within = (bracket: number) => [...strengths.keys()].filter((horse) => brackets.get(horse) === bracket);
      const pairs = within(a).flatMap((one) => within(b).flatMap((other) => (one === other ? [] : [[one, other]])));
      return any(a === b ? pairs : [...pairs, ...pairs.map((pair) => pair.toReversed())]);
    }
    case "wide":
      return [...strengths.keys()].reduce((sum, third) => (numbers.includes(third) ? sum : sum + trio(third)), 0);
    case "trio":
      return trio(c);
    default:
      return orderChance(strengths, numbers);
  }
}

export function quoteOf(
  kind: LongKind,
  numbers: readonly number[],
  market: LongMarket,
): { chance: number; range: Range } | null {
  const chance = chanceOf(kind, numbers, market);
  if (chance === 0) return null;
  const odds = (1 - market.takeout[kind]) / chance;
  const [below, above] = kind === "wide" ? WIDE_SPREAD : ([1, 1] as const);
  return { chance, range: [shown(below * odds), shown(above * odds)] };
}

const shown = (odds: number): number => Math.max(LOWEST_ODDS, Math.floor(odds * 10) / 10);

/**
 * Official payout rows of a result.
 * @param finishers horse number and official position; a dead heat shares a position
 * @param brackets of all declared runners
 */
export function settlePools(
  raceId: string,
  pools: Pools,
  finishers: readonly (readonly [number, number])[],
  brackets: ReadonlyMap<number, number>,
): Payout[] {
  const bracketOf = (horse = 0): number => brackets.get(horse) ?? 0;
  const within = (places: number) =>
    sorted(finishers.flatMap(([horse, position]) => (position <= places ? [horse] : []))).map((horse) => [horse]);
  const orders = firstThree(finishers);
  const winning: Record<TicketKind, number[][]> = {
    win: within(1),
    place: within(pools.placesSold),
    quinella: orders.map(([a = 0, b = 0]) => sorted([a, b])),
    bracket: brackets.size < FEWEST_FOR_BRACKETS ? [] : orders.map(([a, b]) => sorted([a, b].map(bracketOf))),
    wide: orders.flatMap(([a = 0, b = 0, c = 0]) => [sorted([a, b]), sorted([a, c]), sorted([b, c])]),
    exacta: orders.map((order) => order.slice(0, 2)),
    trio: orders.map(sorted),
    trifecta: orders,
  };
  return (Object.keys(ROWS) as TicketKind[]).flatMap((betType) => {
    const combinations = new Map(winning[betType].map((numbers) => [numbers.join("-"), numbers]));
    const paid = payoutsOf(betType, [...combinations.values()], { pools, brackets });
    return [...combinations.keys()]
      .slice(0, ROWS[betType])
      .map((combination, at): Payout => ({ raceId, betType, combination, payoutYen: paid[at] ?? 0 }));
  });
}

function payoutsOf(
  betType: TicketKind,
  winning: readonly number[][],
  { pools, brackets }: { pools: Pools; brackets: LongMarket["brackets"] },
): number[] {
  const { takeout } = pools;
  if (betType === "quinella") {
    const stakes = winning.map(([a = 0, b = 0]) => pools.quinella(a, b));
    return payoutsYen(takeout.quinella, pools.quinellaTotal, stakes);
  }
  if (betType === "win" || betType === "place") {
    const stakes = winning.map(([horse = 0]) => pools[betType].get(horse) ?? 0);
    return payoutsYen(takeout[betType], sumOf(pools[betType]), stakes);
  }
  const market = { strengths: strengthsOf(pools.win), brackets, takeout };
  return winning.map((numbers) => {
    const [low, high] = quoteOf(betType, numbers, market)?.range ?? [LOWEST_ODDS, LOWEST_ODDS];
    const yen = Math.floor((((low + high) / 2) * YEN_PER_TICKET) / YEN_STEP + 1e-9) * YEN_STEP;
    return Math.min(HIGHEST_YEN[betType], yen);
  });
}

export function strengthsOf(win: Pools["win"]): Map<number, number> {
  const total = sumOf(win);
  return new Map([...win].map(([horse, yen]) => [horse, yen / total]));
}

/** Official orders of the first three: several after a dead heat, none with fewer finishers. */
function firstThree(finishers: readonly (readonly [number, number])[]): number[][] {
  const positionOf = new Map(finishers);
  const front = sorted([...positionOf.values()]).slice(0, 3);
  const at = (place: number): number[] =>
    sorted([...positionOf.keys()].filter((horse) => positionOf.get(horse) === front[place]));
  return at(0).flatMap((a) =>
    at(1)
      .filter((b) => b !== a)
      .flatMap((b) =>
        at(2)
          .filter((c) => c !== a && c !== b)
          .map((c) => [a, b, c]),
      ),
  );
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((one, other) => one - other);
}
