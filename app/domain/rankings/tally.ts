import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";
import { type BetMoments, MONEY_COUNT, type PickReturns, summariseMoments } from "./pick-returns.ts";

/** A row of the ledger: stakes and payouts of one model's bets on one race. */
export interface LedgerRow {
  modelId: number;
  raceId: string;
  bets: Record<BetType, Settlement>;
}

/** A model or baseline, and the race days that count for it. */
export interface TalliedModel {
  modelId: number;
  raceDays: readonly string[];
}

export interface Tally {
  /** Adds a row; ignores other races, models and days. The result does not depend on the order. */
  add(row: LedgerRow): void;
  /** Null if the model has no bet that was not refunded. */
  returnsOf(modelId: number): PickReturns | null;
}

/** Upper triangle of the 6 × 6 products. */
const PRODUCT_COUNT = (MONEY_COUNT * (MONEY_COUNT + 1)) / 2;
/** Layout per model: sums, products, races and hits per bet type, races and hits of any type. */
const RACES_AT = MONEY_COUNT + PRODUCT_COUNT;
const HITS_AT = RACES_AT + BET_TYPES.length;
const ANY_RACES_AT = HITS_AT + BET_TYPES.length;
const ANY_HITS_AT = ANY_RACES_AT + 1;
const STRIDE = ANY_HITS_AT + 1;

/**
 * Adds up the ledger rows of one ranking as they are streamed. It keeps 35 numbers per model regardless of the number
 * of races, 3 MB for ten thousand models. All sums are whole yen (or yen squared, below 2^53), so their order does not
 * matter.
 *
 * @param races the ranking's races (of its category)
 * @throws {RangeError} on a second row for the same model and race: each bet counts once, so the caller has a bug
 */
export function createTally(
  races: readonly { raceId: string; date: string }[],
  models: readonly TalliedModel[],
): Tally {
  const raceIndex = new Map(races.map(({ raceId }, index) => [raceId, index]));
  const modelIndex = new Map(models.map(({ modelId }, index) => [modelId, index]));
  const firstDays = models.map(({ raceDays }) => raceDays[0] ?? null);
  const sums = new Float64Array(models.length * STRIDE);
  const seen = new Uint8Array(models.length * races.length);
  const money = new Float64Array(MONEY_COUNT);

  function add({ modelId, raceId, bets }: LedgerRow): void {
    const race = raceIndex.get(raceId);
    const model = modelIndex.get(modelId);
    if (race === undefined || model === undefined) return;
    const firstDay = firstDays[model];
    if (firstDay === null || firstDay === undefined || races[race]!.date < firstDay) return;
    const cell = model * races.length + race;
    if (seen[cell] === 1) throw new RangeError(`model ${modelId} has race ${raceId} twice in the ledger`);
    seen[cell] = 1;
    addBets(sums.subarray(model * STRIDE, (model + 1) * STRIDE), bets, money);
  }

  return {
    add,
    returnsOf(modelId) {
      const model = modelIndex.get(modelId);
      return model === undefined ? null : summariseMoments(readMoments(sums, model * STRIDE));
    },
  };
}

function addBets(sums: Float64Array, bets: Record<BetType, Settlement>, money: Float64Array): void {
  let isBet = false;
  let isHit = false;
  for (let type = 0; type < BET_TYPES.length; type++) {
    const { stakeYen, payoutYen, hits } = bets[BET_TYPES[type]!];
    // A refunded bet has no stake, so its payout must not count either.
    money[2 * type] = stakeYen;
    money[2 * type + 1] = stakeYen > 0 ? payoutYen : 0;
    if (stakeYen === 0) continue;
    isBet = true;
    sums[RACES_AT + type]! += 1;
    if (hits === 0) continue;
    isHit = true;
    sums[HITS_AT + type]! += 1;
  }
  if (isBet) sums[ANY_RACES_AT]! += 1;
  if (isHit) sums[ANY_HITS_AT]! += 1;
  let product = MONEY_COUNT;
  for (let i = 0; i < MONEY_COUNT; i++) {
    sums[i]! += money[i]!;
    for (let j = i; j < MONEY_COUNT; j++) sums[product++]! += money[i]! * money[j]!;
  }
}

function readMoments(sums: Float64Array, from: number): BetMoments {
  return {
    money: sums.subarray(from, from + MONEY_COUNT),
    products: sums.subarray(from + MONEY_COUNT, from + RACES_AT),
    races: sums.subarray(from + RACES_AT, from + HITS_AT),
    hits: sums.subarray(from + HITS_AT, from + ANY_RACES_AT),
    anyRaces: sums[from + ANY_RACES_AT]!,
    anyHits: sums[from + ANY_HITS_AT]!,
  };
}
