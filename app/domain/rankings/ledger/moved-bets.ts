import type { BetGroup } from "../tally.ts";

/**
 * Bets of a day of the ledger as they lie in R2: some thousand models an object, in columns, with what bets on a race came to
 * written once. Nothing of a row is left out, so that a correction can settle it again.
 */

/** Nine sums: stake, payout and hits of win, place and quinella. */
type BetSums = readonly [number, number, number, number, number, number, number, number, number];

/** A row of the ledger with all of its columns but the day. */
export interface LedgerRow {
  modelId: number;
  raceId: string;
  raceDataVersion: number;
  /** Unix seconds. */
  settledAt: number;
  /** JSON of horse numbers, as it is stored. */
  picks: string;
  sums: BetSums;
}

/** Where a part of a day's bets lies. */
export interface MovedPart {
  key: string;
  /** Lowest and highest model. */
  from: number;
  to: number;
  rows: number;
}

type Outcome = [raceId: string, raceDataVersion: number, ...sums: BetSums];

export interface PackedBets {
  format: 1;
  date: string;
  outcomes: Outcome[];
  /** One element a row, by model and race: its model, the place of its outcome, when it was settled, what was bet on. */
  modelIds: number[];
  outcomeOf: number[];
  settledAt: number[];
  picks: string[];
}

/** @param rows by model and race, at least one */
export function packBets(date: string, rows: readonly LedgerRow[]): PackedBets {
  const places = new Map<string, number>();
  const outcomes: Outcome[] = [];
  const outcomeOf = rows.map(({ raceId, raceDataVersion, sums }) => {
    const outcome: Outcome = [raceId, raceDataVersion, ...sums];
    const key = outcome.join();
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, outcomes.length);
    return outcomes.push(outcome) - 1;
  });
  return {
    ...{ format: 1, date, outcomes, outcomeOf },
    modelIds: rows.map(({ modelId }) => modelId),
    settledAt: rows.map(({ settledAt }) => settledAt),
    picks: rows.map(({ picks }) => picks),
  };
}

/** Rows of a part, from one place to another, as they were packed. */
export function unpackBets(packed: PackedBets, { from = 0, to = packed.modelIds.length } = {}): LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (let place = from; place < Math.min(to, packed.modelIds.length); place++) {
    const [raceId, raceDataVersion, ...sums] = packed.outcomes[packed.outcomeOf[place]!]!;
    rows.push({
      ...{ raceId, raceDataVersion, sums },
      modelId: packed.modelIds[place]!,
      settledAt: packed.settledAt[place]!,
      picks: packed.picks[place]!,
    });
  }
  return rows;
}

/** The bets of a range of models as D1 groups those that it has. */
export function groupPacked(
  packed: PackedBets,
  { fromModelId, toModelId }: { fromModelId: number; toModelId: number },
): BetGroup[] {
  const modelIds = packed.outcomes.map((): number[] => []);
  for (const [place, modelId] of packed.modelIds.entries()) {
    if (fromModelId <= modelId && modelId <= toModelId) modelIds[packed.outcomeOf[place]!]!.push(modelId);
  }
  return packed.outcomes.flatMap(([raceId, _version, ...sums], place): BetGroup[] => {
    const models = modelIds[place]!;
    return models.length === 0 ? [] : [{ raceId, bets: toBets(sums), modelIds: models }];
  });
}

function toBets(sums: BetSums): BetGroup["bets"] {
  const [
    winStake,
    winPayout,
    winHits,
    placeStake,
    placePayout,
    placeHits,
    quinellaStake,
    quinellaPayout,
    quinellaHits,
  ] = sums;
  return {
    win: { stakeYen: winStake, payoutYen: winPayout, hits: winHits },
    place: { stakeYen: placeStake, payoutYen: placePayout, hits: placeHits },
    quinella: { stakeYen: quinellaStake, payoutYen: quinellaPayout, hits: quinellaHits },
  };
}
