import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { FEWEST_DAYS } from "#app/domain/racing/conditions.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { type CommonRace, commonRaces } from "./common-races.ts";
import { compareReturns } from "./compare-returns.ts";
import { linearise, pairDays, pairedDifference } from "./paired-difference.ts";

export const FEWEST_COMPARED = 2;
export const MOST_COMPARED = 5;

/** Error of both ends of a 95 % interval together. */
const ERROR = 0.05;

/** Models side by side, in their order, on the races that none of them had seen. */
export type ModelComparison = NonNullable<ReturnType<typeof compareModels>>;

interface AgreementSplit {
  /** Null: no more than half of the models agree. */
  agreeing: number | null;
  races: number;
  /** Races won by the horse of most models; the mean of horses with equal numbers. */
  wins: number;
}

/**
 * Null if there is no race that none of them had seen. @param base position of the one that the others are compared
 * with
 */
export function compareModels(models: readonly (readonly UnseenResult[])[], base: number) {
  const races = commonRaces(models);
  const dates = races.map((members) => members[0]!.date).sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return null;
  const pairs = (models.length * (models.length - 1)) / 2;
  const uniform = races.reduce((sum, members) => sum + Math.log(members[0]!.starters), 0);
  return {
    races: races.length,
    days: new Set(dates).size,
    ...{ from, to },
    models: models.map((_, model) => ({
      /** Pseudo-R², as the difference from a lottery; null with too few days. */
      skill: pairedDifference(daysBeside(races, model, lotteryOf), ERROR / 2),
      pseudoR2: 1 - races.reduce((sum, members) => sum + members[model]!.loss, 0) / uniform,
      /** Races won by the first horse. */
      hits: races.filter((members) => members[model]!.isHit).length,
      /** Pseudo-R² above the base's, widened for the number of pairs. Null for the base, and with too few days. */
      difference:
        model === base
          ? null
          : pairedDifference(
              daysBeside(races, model, (members) => members[base]!.loss),
              ERROR / 2 / pairs,
            ),
    })),
    /** How far luck alone would lift the best of equal models above their mean; pseudo-R². Null with too few days. */
    luckOfBest: luckOfBest(races, models.length),
    /** The odds, on the races where all starters have odds; null if there are none. */
    market: marketOf(races),
    /** Null if a race has no bets. */
    returns: compareReturns(races, base),
    agreement: models.map((_, model) =>
      models.map((__, other) => races.filter((members) => members[model]!.pick === members[other]!.pick).length),
    ),
    /** Races by the number of models that agree on the first horse; all of them first. */
    splits: splitsOf(races, models.length),
  };
}

function daysBeside(races: readonly CommonRace[], model: number, baseLossOf: (members: CommonRace) => number) {
  return pairDays(races.map((members) => ({ ...members[model]!, baseLoss: baseLossOf(members) })));
}

const lotteryOf = ([race]: CommonRace): number => Math.log(race!.starters);

/** Expected largest of 2, 3, 4, 5 standard normal draws. */
const LARGEST_OF = [0.5642, 0.8463, 1.0294, 1.163] as const;

/**
 * The largest of draws with pairwise variance v is expected sqrt(v / 2) × {@link LARGEST_OF} above their mean. The mean
 * variance over the pairs follows from each model's own errors: for k vectors, Σ|a − b|² = k Σ|a|² − |Σa|².
 */
function luckOfBest(races: readonly CommonRace[], models: number): number | null {
  const byModel = Array.from({ length: models }, (_, model) => daysBeside(races, model, lotteryOf));
  const days = byModel[0]!.length;
  if (days < FEWEST_DAYS) return null;
  const errors = byModel.map((own) => linearise(own).errors);
  let squares = 0;
  for (let day = 0; day < days; day++) {
    const ofDay = errors.map((own) => own[day]!);
    squares += models * ofDay.reduce((sum, error) => sum + error ** 2, 0);
    squares -= ofDay.reduce((sum, error) => sum + error, 0) ** 2;
  }
  const pairs = (models * (models - 1)) / 2;
  const variance = (Math.max(0, squares) * (days / (days - 1))) / pairs;
  return LARGEST_OF[models - FEWEST_COMPARED]! * Math.sqrt(variance / 2);
}

function marketOf(races: readonly CommonRace[]) {
  let [counted, loss, uniform, favouriteHits] = [0, 0, 0, 0];
  for (const [race] of races) {
    if (race === undefined || race.marketLoss === null) continue;
    counted += 1;
    loss += race.marketLoss;
    uniform += Math.log(race.starters);
    if (race.isFavouriteHit) favouriteHits += 1;
  }
  return counted === 0 ? null : { races: counted, pseudoR2: 1 - loss / uniform, favouriteHits };
}

function splitsOf(races: readonly CommonRace[], models: number): AgreementSplit[] {
  const rows = new Map<number | null, AgreementSplit>();
  for (let agreeing = models; agreeing > models / 2; agreeing--) rows.set(agreeing, { agreeing, races: 0, wins: 0 });
  rows.set(null, { agreeing: null, races: 0, wins: 0 });
  for (const members of races) {
    const groups = groupBy(members, ({ pick }) => pick);
    const most = Math.max(...[...groups.values()].map(({ length }) => length));
    const largest = [...groups.values()].filter(({ length }) => length === most);
    const row = rows.get(most > models / 2 ? most : null)!;
    row.races += 1;
    row.wins += largest.filter(([member]) => member!.isHit).length / largest.length;
  }
  return [...rows.values()];
}
