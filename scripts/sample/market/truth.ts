/** The true value of the tickets on a race, for measurements: chances given everything knowable, and mean payout. */

import type { BetType } from "#app/domain/racing/race.ts";
import { type Chances, chancesOf } from "./chances.ts";
import { type Pools, payoutsYen, sumOf } from "./market.ts";

export interface TicketTruth {
  betType: BetType;
  combination: string;
  chance: number;
  /** Per 100 yen; losing tickets count as 0. */
  expectedYen: number;
}

export interface Contestant {
  horseNum: number;
  strength: number;
}

/** All tickets on a race that can win. @param noFinish probability of a starter to have no official position */
export function ticketTruths(starters: readonly Contestant[], noFinish: number, pools: Pools): TicketTruth[] {
  const field = starters.toSorted((a, b) => a.horseNum - b.horseNum);
  const chances = chancesOf(
    field.map(({ strength }) => strength),
    noFinish,
  );
  const nums = field.map(({ horseNum }) => horseNum);
  const winTotal = sumOf(pools.win);
  const wins = nums.map((num, at): TicketTruth => {
    const chance = chances.first(at);
    const [yen = 0] = payoutsYen(pools.takeout.win, winTotal, [pools.win.get(num) ?? 0]);
    return { betType: "win", combination: `${num}`, chance, expectedYen: chance * yen };
  });
  const quinellas = listPairs(nums.length).map(([i, j]): TicketTruth => {
    const chance = chances.firstTwo(i, j);
    const [a, b] = [nums[i]!, nums[j]!];
    const [yen = 0] = payoutsYen(pools.takeout.quinella, pools.quinellaTotal, [pools.quinella(a, b)]);
    return { betType: "quinella", combination: `${a}-${b}`, chance, expectedYen: chance * yen };
  });
  return [...wins, ...placeTruths(nums, chances, pools), ...quinellas];
}

/** A place ticket's payout depends on the other placed horses. */
function placeTruths(nums: readonly number[], chances: Chances, { place, placesSold, takeout }: Pools): TicketTruth[] {
  if (placesSold === 0) return [];
  const total = sumOf(place);
  const stakes = nums.map((num) => place.get(num) ?? 0);
  const sums = nums.map(() => ({ chance: 0, expectedYen: 0 }));
  const pay = (placed: readonly number[], chance: number): void => {
    const paid = payoutsYen(
      takeout.place,
      total,
      placed.map((at) => stakes[at]!),
    );
    for (const [order, at] of placed.entries()) {
      sums[at]!.chance += chance;
      sums[at]!.expectedYen += chance * paid[order]!;
    }
  };
  for (const [i, j] of listPairs(nums.length)) {
    if (placesSold === 2) pay([i, j], chances.firstTwo(i, j));
    else for (let k = j + 1; k < nums.length; k++) pay([i, j, k], chances.firstThree(i, j, k));
  }
  return nums.map((num, at) => ({ betType: "place", combination: `${num}`, ...sums[at]! }));
}

function listPairs(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < count; i++) for (let j = i + 1; j < count; j++) pairs.push([i, j]);
  return pairs;
}
