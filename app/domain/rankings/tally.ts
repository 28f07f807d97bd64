import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";
import { type BetMoments, MONEY_COUNT, type PickReturns, summariseMoments } from "./pick-returns.ts";

/** Equal bets with equal outcomes on a race, and their models. */
export interface BetGroup {
  raceId: string;
  bets: Record<BetType, Settlement>;
  modelIds: readonly number[];
}

export type Tally = ReturnType<typeof createTally>;

interface RaceOutcome {
  raceId: string;
  /** Stake and payout per bet type, in the order of BET_TYPES; a refunded bet has neither. */
  money: number[];
  count: number;
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
 * Adds up a ranking's ledger as it is streamed: 35 numbers per model, 3 MB for ten thousand models. All sums are whole
 * yen (or yen squared, below 2^53), so their order does not matter.
 *
 * @throws {RangeError} on a second group with the same model and race
 */
export function createTally(
  races: readonly { raceId: string; date: string }[],
  models: readonly { modelId: number; raceDays: readonly string[] }[],
) {
  const raceIndex = new Map(races.map(({ raceId }, index) => [raceId, index]));
  const modelIndex = new Map(models.map(({ modelId }, index) => [modelId, index]));
  const firstDays = models.map(({ raceDays }) => raceDays[0] ?? null);
  const sums = new Float64Array(models.length * STRIDE);
  const seen = new Uint8Array(models.length * races.length);
  const outcomes = new Map<string, RaceOutcome>();
  /** Models whose bets on a race were all refunded. */
  const refunded: { raceId: string; models: number[] }[] = [];

  /** Ignores other races, models and days. */
  function add({ raceId, bets, modelIds }: BetGroup): void {
    const race = raceIndex.get(raceId);
    if (race === undefined) return;
    const { date } = races[race]!;
    const row = rowOf(bets);
    const taking: number[] = [];
    for (const modelId of modelIds) {
      const model = modelIndex.get(modelId);
      const firstDay = model === undefined ? null : firstDays[model];
      if (model === undefined || firstDay === null || firstDay === undefined || date < firstDay) continue;
      const cell = model * races.length + race;
      if (seen[cell] === 1) throw new RangeError(`model ${modelId} has race ${raceId} twice in the ledger`);
      seen[cell] = 1;
      const from = model * STRIDE;
      for (let i = 0; i < STRIDE; i++) sums[from + i]! += row[i]!;
      taking.push(model);
    }
    if (row[ANY_RACES_AT] === 0) refunded.push({ raceId, models: taking });
    else count(raceId, [...row.subarray(0, MONEY_COUNT)], taking.length);
  }

  function count(raceId: string, money: number[], more: number): void {
    const key = `${raceId} ${money.join()}`;
    const known = outcomes.get(key);
    if (known !== undefined) known.count += more;
    else if (more > 0) outcomes.set(key, { raceId, money, count: more });
  }

  return {
    add,
    /** Null if the model has no bet that was not refunded. */
    returnsOf(modelId: number): PickReturns | null {
      const model = modelIndex.get(modelId);
      return model === undefined ? null : summariseMoments(readMoments(sums, model * STRIDE));
    },
    /** Only models with a bet that was not refunded; by race and outcome. */
    outcomes(): RaceOutcome[] {
      const nothing = Array.from({ length: MONEY_COUNT }, () => 0);
      for (const { raceId, models: refundedModels } of refunded.splice(0)) {
        const betting = refundedModels.filter((model) => sums[model * STRIDE + ANY_RACES_AT]! > 0);
        count(raceId, nothing, betting.length);
      }
      return [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outcome]) => outcome);
    },
  };
}

function rowOf(bets: Record<BetType, Settlement>): Float64Array {
  const row = new Float64Array(STRIDE);
  const money = row.subarray(0, MONEY_COUNT);
  for (let type = 0; type < BET_TYPES.length; type++) {
    const { stakeYen, payoutYen, hits } = bets[BET_TYPES[type]!];
    // A refunded bet has no stake, so its payout must not count either.
    if (stakeYen === 0) continue;
    money[2 * type] = stakeYen;
    money[2 * type + 1] = payoutYen;
    row[RACES_AT + type] = 1;
    row[ANY_RACES_AT] = 1;
    if (hits === 0) continue;
    row[HITS_AT + type] = 1;
    row[ANY_HITS_AT] = 1;
  }
  let product = MONEY_COUNT;
  for (let i = 0; i < MONEY_COUNT; i++) {
    for (let j = i; j < MONEY_COUNT; j++) row[product++] = money[i]! * money[j]!;
  }
  return row;
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
