import type { Runner } from "#app/domain/racing/records.ts";
import { drawLot, pickFavourites } from "#app/domain/settlement/baseline-picks.ts";

export const FAVOURITE_NAME = "人気順に同じ点数を買った場合";

/** Bets without a model, shown beside every ranking without a rank. */
export const BASELINES = [
  { baseline: "favourite", modelId: -1, modelName: FAVOURITE_NAME },
  { baseline: "random", modelId: -2, modelName: "くじ引き" },
  { baseline: "horse-number", modelId: -3, modelName: "馬番の小さい順" },
] as const;

type Baseline = (typeof BASELINES)[number]["baseline"];

export const BASELINE_USER_NAME = "くらべる基準";

/**
 * Best first, over all runners with a horse number; null if no runner has odds. A pick that does not start is refunded.
 */
export function pickBaseline(
  baseline: Baseline,
  race: { raceId: string; runners: readonly Pick<Runner, "horseNum" | "winOdds">[] },
): number[] | null {
  const horses = race.runners.map(({ horseNum }) => horseNum);
  switch (baseline) {
    case "horse-number":
      return horses.sort((a, b) => a - b);
    case "random":
      return drawLot(race.raceId, horses);
    case "favourite":
      return pickFavourites(race.runners);
    default: {
      const unknown: never = baseline;
      throw new RangeError(`unknown baseline ${unknown}`);
    }
  }
}
