/** Odds and payouts of the pools beside win, place and quinella: from the shares of the win pool, less the takeout. */

import type { Payout } from "#app/domain/racing/records.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { type Pools, sumOf } from "./market.ts";

export type Range = readonly [low: number, high: number];
/** Each horse's share of the win pool. */
export type Strengths = ReadonlyMap<number, number>;

type LongKind = Exclude<TicketKind, "win" | "place" | "quinella">;
const LONG_KINDS = ["bracket", "wide", "exacta", "trio", "trifecta"] as const satisfies readonly LongKind[];
const RETURN = { bracket: 0.775, wide: 0.775, exacta: 0.75, trio: 0.75, trifecta: 0.725 } as const;
/** Rows of a payout record. */
const ROWS = { bracket: 3, wide: 7, exacta: 6, trio: 3, trifecta: 6 } as const;
const HIGHEST_YEN = {
  bracket: 999_990,
  wide: 999_990,
  exacta: 9_999_990,
  trio: 9_999_990,
  trifecta: 29_999_990,
} as const;
const FEWEST_FOR_BRACKETS = 9;
const WIDE_SPREAD = [0.92, 1.12] as const;
const LOWEST_ODDS = 1.1;
const YEN_PER_TICKET = 100;
const YEN_STEP = 10;

/** That these horses finish first, second, … in this order. */
function orderChance(strengths: Strengths, horses: readonly number[]): number {
  let left = 1;
  let chance = 1;
  for (const horse of horses) {
    const strength = strengths.get(horse) ?? 0;
    chance *= strength / left;
    left -= strength;
  }
  return chance;
}

export function trioChance(strengths: Strengths, horses: readonly number[]): number {
  const [a = 0, b = 0, c = 0] = horses;
  const all = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  return all.reduce((sum, order) => sum + orderChance(strengths, order), 0);
}

/** That both are among the first three. */
export function pairChance(strengths: Strengths, pair: readonly number[]): number {
  return [...strengths.keys()]
    .filter((third) => !pair.includes(third))
    .reduce((sum, third) => sum + trioChance(strengths, [...pair, third]), 0);
}

const shown = (odds: number): number => Math.max(LOWEST_ODDS, Math.floor(odds * 10) / 10);

export function trioRange(strengths: Strengths, horses: readonly number[]): Range {
  const odds = shown(RETURN.trio / trioChance(strengths, horses));
  return [odds, odds];
}

export function wideRange(strengths: Strengths, pair: readonly number[]): Range {
  const chance = pairChance(strengths, pair);
  const [low, high] = WIDE_SPREAD.map((factor) => shown((factor * RETURN.wide) / chance));
  return [low ?? 0, high ?? 0];
}

/**
 * Payout rows of the long pools.
 * @param finishers horse number and official position; a dead heat shares a position
 * @param brackets of all declared runners
 */
export function settleLongPools(
  raceId: string,
  pools: Pools,
  finishers: readonly (readonly [number, number])[],
  brackets: ReadonlyMap<number, number>,
): Payout[] {
  const total = sumOf(pools.win);
  const strengths = new Map([...pools.win].map(([horse, yen]) => [horse, yen / total]));
  const bracketChance = (pair: readonly number[]): number =>
    [...strengths.keys()]
      .flatMap((one) => [...strengths.keys()].map((other) => [one, other]))
      .filter(([one, other]) => one !== other && sorted([one, other].map(bracketOf)).join() === pair.join())
      .reduce((sum, order) => sum + orderChance(strengths, order), 0);
  const bracketOf = (horse = 0): number => brackets.get(horse) ?? 0;
  const oddsOf = (kind: LongKind, numbers: readonly number[]): number => {
    switch (kind) {
      case "bracket":
        return shown(RETURN.bracket / bracketChance(numbers));
      case "wide":
        return wideRange(strengths, numbers).reduce((sum, odds) => sum + odds, 0) / 2;
      case "trio":
        return trioRange(strengths, numbers)[0];
      default:
        return shown(RETURN[kind] / orderChance(strengths, numbers));
    }
  };
  const orders = firstThree(finishers);
  const winning: Record<LongKind, number[][]> = {
    bracket: brackets.size < FEWEST_FOR_BRACKETS ? [] : orders.map(([a, b]) => sorted([a, b].map(bracketOf))),
    wide: orders.flatMap(([a = 0, b = 0, c = 0]) => [sorted([a, b]), sorted([a, c]), sorted([b, c])]),
    exacta: orders.map((order) => order.slice(0, 2)),
    trio: orders.map(sorted),
    trifecta: orders,
  };
  return LONG_KINDS.flatMap((betType) => {
    const combinations = new Map(winning[betType].map((numbers) => [numbers.join("-"), numbers]));
    return [...combinations].slice(0, ROWS[betType]).map(([combination, numbers]): Payout => {
      const yen = Math.floor((oddsOf(betType, numbers) * YEN_PER_TICKET) / YEN_STEP + 1e-9) * YEN_STEP;
      return { raceId, betType, combination, payoutYen: Math.min(HIGHEST_YEN[betType], yen) };
    });
  });
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
