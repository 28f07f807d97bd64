import type { Pace } from "#app/domain/learning/pace.ts";
import { raceLossSlope } from "#app/domain/learning/race-likelihood.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import { type OrderExponents, USUAL_EXPONENTS } from "./order-probabilities.ts";
import { SMALLEST_PROBABILITY } from "./probabilities.ts";
import { fitTemperature } from "./temperature.ts";

/** Bounds of an exponent. Outside them the win probabilities are wrong, not the discount. */
const LOWEST = 0.3;
const HIGHEST = 1.3;
/** Largest standard error at which a fitted exponent is preferred to the usual one; needs about two hundred races. */
const LARGEST_ERROR = 0.1;
/** Units per row (pace.ts) for selecting the runners still in contention for a place. */
const SELECT_UNITS = 30;
/** Units per row for fitting the exponent. */
const FIT_UNITS = 150;

/** The fields of races that the fit uses. */
export type PlacedRaces = Pick<TrainingRaces, "raceCount" | "raceStart" | "isStarter" | "place">;

/** Races seen as the contest for one place: who can still take it, who took it, and ln p of each runner. */
interface Stage {
  raceCount: number;
  raceStart: Uint32Array;
  isStarter: Uint8Array;
  isWinner: Uint8Array;
  logs: Float64Array;
}

/**
 * Fits the exponents of second and third place by maximum likelihood on past races, given who finished ahead. Bounded
 * to 0.3–1.3; the usual exponents if there are too few races. A dead heat counts the mean over its horses; a place that
 * nobody took because of a dead heat ahead is skipped.
 *
 * @param from first race used
 * @param probabilities win probabilities per row, by a model not trained on these races; the starters of a race sum to
 * 1
 */
export async function fitOrderExponents(
  races: PlacedRaces,
  from: number,
  probabilities: Float64Array,
  pace: Pace,
): Promise<OrderExponents> {
  const fitPlace = async (place: 2 | 3, usual: number) => {
    const stage = selectStage(races, from, probabilities, place);
    await pace.spend(SELECT_UNITS * probabilities.length);
    const exponent = fitExponent(stage, usual);
    await pace.spend(FIT_UNITS * stage.logs.length);
    return exponent;
  };
  return { second: await fitPlace(2, USUAL_EXPONENTS.second), third: await fitPlace(3, USUAL_EXPONENTS.third) };
}

/** p^exponent, normalised, equals the softmax of ln p at temperature 1 / exponent. */
function fitExponent(stage: Stage, usual: number): number {
  const { second } = raceLossSlope(stage, 0, stage.raceCount, stage.logs, usual);
  const information = second * stage.raceCount;
  if (information * LARGEST_ERROR ** 2 < 1) return usual;
  // The loss is convex in the exponent, so the best value within the bounds is the one nearest to the optimum.
  return Math.min(HIGHEST, Math.max(LOWEST, roundNumber(1 / fitTemperature(stage, 0, stage.logs))));
}

function selectStage(
  { raceCount, raceStart, isStarter, place }: PlacedRaces,
  from: number,
  probabilities: Float64Array,
  stage: 2 | 3,
): Stage {
  const ends: number[] = [0];
  const rows = new Uint32Array(probabilities.length);
  let count = 0;
  for (let race = from; race < raceCount; race++) {
    const first = count;
    let taken = 0;
    for (let row = raceStart[race]!; row < raceStart[race + 1]!; row++) {
      const isHome = place[row] !== 0 && place[row]! < stage;
      if (isStarter[row] !== 1 || isHome) continue;
      rows[count++] = row;
      if (place[row] === stage) taken++;
    }
    if (taken === 0 || count - first < 2) count = first;
    else ends.push(count);
  }
  const isWinner = new Uint8Array(count);
  const logs = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    isWinner[i] = place[row] === stage ? 1 : 0;
    logs[i] = Math.log(Math.max(probabilities[row]!, SMALLEST_PROBABILITY));
  }
  return {
    raceCount: ends.length - 1,
    raceStart: Uint32Array.from(ends),
    isStarter: new Uint8Array(count).fill(1),
    isWinner,
    logs,
  };
}
