import { hashContent } from "../racing/content-hash.ts";
import type { Runner } from "../racing/race.ts";
import { createRandom } from "../racing/random.ts";

/** Bets that anyone could place without a model, beside every ranking and without a rank (readings.md §5). */
export const BASELINES = [
  { baseline: "favourite", modelId: -1, modelName: "1番人気から同じ点数" },
  { baseline: "random", modelId: -2, modelName: "くじ引き" },
  { baseline: "horse-number", modelId: -3, modelName: "馬番の小さい順" },
] as const;

export type Baseline = (typeof BASELINES)[number]["baseline"];

/** Stands where a ranked model has its user. */
export const BASELINE_USER_NAME = "くらべる基準";

/**
 * A baseline's picks of a race, best first, over all runners with a horse number: a pick that does not start is refunded
 * as anyone's. Lowest final win odds first (equal odds: smaller number; without odds last; null where no runner has
 * odds); a draw that is the same for the same race for ever; or numbers rising.
 *
 * The random entry is one such draw, not the mean of many: so its hit rate and interval mean what a model's do.
 */
export function pickBaseline(
  baseline: Baseline,
  race: { raceId: string; runners: readonly Pick<Runner, "horseNum" | "winOdds">[] },
): number[] | null {
  const runners = [...race.runners].sort((a, b) => a.horseNum - b.horseNum);
  const horses = runners.map(({ horseNum }) => horseNum);
  switch (baseline) {
    case "horse-number":
      return horses;
    case "random":
      return shuffle(horses, createRandom(hashContent(race.raceId).low));
    case "favourite":
      if (!runners.some(({ winOdds }) => hasOdds(winOdds))) return null;
      return runners.sort((a, b) => oddsOrLast(a.winOdds) - oddsOrLast(b.winOdds)).map(({ horseNum }) => horseNum);
    default: {
      const unknown: never = baseline;
      throw new RangeError(`unknown baseline ${unknown}`);
    }
  }
}

function hasOdds(winOdds: number | null): winOdds is number {
  return winOdds !== null && winOdds > 0;
}

function oddsOrLast(winOdds: number | null): number {
  return hasOdds(winOdds) ? winOdds : Number.MAX_VALUE;
}

/** Fisher and Yates. */
function shuffle(horses: readonly number[], random: () => number): number[] {
  const drawn = [...horses];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [drawn[last], drawn[other]] = [drawn[other]!, drawn[last]!];
  }
  return drawn;
}
