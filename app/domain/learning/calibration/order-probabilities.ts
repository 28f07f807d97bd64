/**
 * Place probabilities from win probabilities by the discounted Harville model (Harville 1973; Benter 1994; Lo and
 * Bacon-Shone 1994): the second is drawn from the remaining runners in proportion to p^second, the third from those
 * left in proportion to p^third. Exponents of 1 give plain Harville; below 1, chance weighs more for the lower places.
 *
 * One pair of exponents overrates outsiders for places. With a `placeMap` the logit x of a starter's place chance
 * becomes slope · x + bend · x² + a constant of the race, by changing the weights of second and third place. Win
 * chances stay, and places, pairs and trios are sums over the same orders of finish, so they agree.
 */

import { SMALLEST_PROBABILITY } from "./probabilities.ts";

export interface OrderExponents {
  second: number;
  third: number;
  /** Absent: the exponents alone. */
  placeMap?: PlaceMap | undefined;
}

/** The identity is slope 1, bend 0. */
export interface PlaceMap {
  slope: number;
  bend: number;
}

/** Exponents of Benter 1994, estimated on Hong Kong races. */
export const USUAL_EXPONENTS: OrderExponents = { second: 0.81, third: 0.65 };

const PLACES = 3;
/** Place logits to which the map's curve applies: chances of 0.7 % to 98 %. */
export const MAPPED_LOGITS = { from: -5, to: 4 } as const;
/** Afterwards places differ from the map by about a thousandth. */
const ROUNDS = 3;
/** Largest change of the logarithm of a weight in a round. */
const LARGEST_STEP = 2;
const LEAST_CHANCE = 1e-12;

const MANY_RUNNERS = 8;
const FEW_RUNNERS = 4;

/** The pair a < b finishing first and second in either order; a and b are positions in the win probabilities. */
interface PairProbability {
  a: number;
  b: number;
  probability: number;
}

/** By the number of runners when sales open; 0 = place bets are not sold. */
export function countPaidPlaces(runnerCount: number): 0 | 2 | 3 {
  return runnerCount >= MANY_RUNNERS ? 3 : runnerCount > FEW_RUNNERS ? 2 : 0;
}

/**
 * Chances to finish in the first two or three. They sum to `places`, or to the number of runners if that is smaller.
 *
 * @param wins win probabilities, summing to 1; a runner with 0 does not start
 */
export function placeProbabilities(wins: ArrayLike<number>, places: 2 | 3, exponents: OrderExponents): Float64Array {
  const first = normalise(wins);
  const weights = weigh(first, exponents);
  return addPlaces(first, weights.second, places === 3 ? weights.third : null);
}

/** Restores the weights after use. @param third null: two places */
function addPlaces(first: Float64Array, second: Float64Array, third: Float64Array | null): Float64Array {
  const placed = first.slice();
  for (let i = 0; i < first.length; i++) {
    const ownSecond = second[i]!;
    second[i] = 0;
    const others = sumOf(second);
    for (let j = 0; j < first.length; j++) {
      if (first[i] === 0 || second[j] === 0) continue;
      const pair = (first[i]! * second[j]!) / others;
      placed[j]! += pair;
      if (third !== null) addThird(placed, third, i, j, pair);
    }
    second[i] = ownSecond;
  }
  return placed.map((probability) => Math.min(1, probability));
}

/**
 * Chances of every pair to finish first and second in either order; pairs in the order (0, 1), (0, 2) … (1, 2) …. They
 * sum to 1 if at least two runners start.
 */
export function quinellaProbabilities(wins: ArrayLike<number>, exponents: OrderExponents): PairProbability[] {
  const first = normalise(wins);
  const { second } = weigh(first, exponents);
  const others = first.map((_, i) => sumWithout(second, i));
  const inOrder = (i: number, j: number) => (second[j] === 0 ? 0 : (first[i]! * second[j]!) / others[i]!);
  const pairs: PairProbability[] = [];
  for (let a = 0; a < first.length; a++) {
    for (let b = a + 1; b < first.length; b++) pairs.push({ a, b, probability: inOrder(a, b) + inOrder(b, a) });
  }
  return pairs;
}

/**
 * Visits every order of the first three (of two starters, of both) with its probability; they sum to 1. Runners are
 * positions in `wins`. With two starters `third` is null; with one nothing is visited.
 */
export function visitOrders(
  wins: ArrayLike<number>,
  exponents: OrderExponents,
  visit: (order: { first: number; second: number; third: number | null }, probability: number) => void,
): void {
  const firsts = normalise(wins);
  const { second: seconds, third: thirds } = weigh(firsts, exponents);
  for (let first = 0; first < firsts.length; first++) {
    if (firsts[first] === 0) continue;
    const others = sumWithout(seconds, first);
    for (let second = 0; second < firsts.length; second++) {
      if (second === first || seconds[second] === 0) continue;
      const pair = (firsts[first]! * seconds[second]!) / others;
      const left = sumWithout(thirds, first, second);
      if (left === 0) visit({ first, second, third: null }, pair);
      for (let third = 0; third < firsts.length; third++) {
        if (third === first || third === second || thirds[third] === 0) continue;
        visit({ first, second, third }, (pair * thirds[third]!) / left);
      }
    }
  }
}

/** Distributes the probability `pair` of i before j over the thirds. Recomputes the sum to avoid cancellation. */
function addThird(placed: Float64Array, third: Float64Array, i: number, j: number, pair: number): void {
  const ownOfI = third[i]!;
  const ownOfJ = third[j]!;
  third[i] = 0;
  third[j] = 0;
  const left = sumOf(third);
  const share = left > 0 ? pair / left : 0;
  for (let k = 0; k < third.length; k++) placed[k]! += share * third[k]!;
  third[i] = ownOfI;
  third[j] = ownOfJ;
}

/**
 * Weights for the second and the third place. With a map, each round multiplies a starter's weights by the remaining
 * difference of its logit; a race's constant is a common factor and cancels.
 */
function weigh(first: Float64Array, exponents: OrderExponents): { second: Float64Array; third: Float64Array } {
  const second = discount(first, exponents.second);
  const third = discount(first, exponents.third);
  const { placeMap } = exponents;
  const starters = first.reduce((count, win) => (win > 0 ? count + 1 : count), 0);
  if (placeMap === undefined || starters <= PLACES) return { second, third };
  let logits = addPlaces(first, second, third).map(logit);
  const targets = logits.map((x) => mapLogit(placeMap, x));
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) logits = addPlaces(first, second, third).map(logit);
    const steps = targets.map((target, i) => target - logits[i]!);
    let mean = 0;
    for (let i = 0; i < steps.length; i++) if (first[i]! > 0) mean += steps[i]! / starters;
    for (let i = 0; i < steps.length; i++) {
      const factor = Math.exp(Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, steps[i]! - mean)));
      second[i]! *= factor;
      third[i]! *= factor;
    }
  }
  return { second, third };
}

/** Mapped logit without the race's constant; parallel to the identity outside the fitted range. */
function mapLogit({ slope, bend }: PlaceMap, x: number): number {
  const within = Math.min(MAPPED_LOGITS.to, Math.max(MAPPED_LOGITS.from, x));
  return slope * within + bend * within * within + (x - within);
}

/** Chances that round to 0 or 1 count as the nearest ones that do not. */
export function logit(probability: number): number {
  const bounded = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, probability));
  return Math.log(bounded / (1 - bounded));
}

function normalise(wins: ArrayLike<number>): Float64Array {
  const result = Float64Array.from(wins, (win) => (win > 0 ? Math.max(win, SMALLEST_PROBABILITY) : 0));
  const sum = sumOf(result);
  return sum > 0 ? result.map((win) => win / sum) : result;
}

function discount(wins: Float64Array, exponent: number): Float64Array {
  return wins.map((win) => (win === 0 ? 0 : win ** exponent));
}

function sumWithout(values: Float64Array, omitted: number, other = omitted): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) if (i !== omitted && i !== other) sum += values[i]!;
  return sum;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}
