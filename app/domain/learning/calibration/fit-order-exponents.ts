import type { Pace } from "#app/domain/learning/pace.ts";
import { raceLossSlope } from "#app/domain/learning/race-likelihood.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import { type OrderExponents, USUAL_EXPONENTS } from "./order-probabilities.ts";
import { SMALLEST_PROBABILITY } from "./probabilities.ts";
import { fitTemperature } from "./temperature.ts";

/** Outside these bounds the win probabilities are wrong, not the discount. */
const LOWEST = 0.3;
const HIGHEST = 1.3;
/** Beyond this standard error the usual exponent is kept; about two hundred races reach it. */
const LARGEST_ERROR = 0.1;
/** Units per row (pace.ts). */
const SELECT_UNITS = 30;
const FIT_UNITS = 150;

export type PlacedRaces = Pick<TrainingRaces, "raceCount" | "raceStart" | "isStarter" | "place">;

/**
 * Fits the exponents of second and third place by maximum likelihood on past races, given the horses ahead. Bounded to
 * 0.3–1.3; the usual exponents with too few races. A dead heat counts the mean over its horses; a place skipped by a
 * dead heat ahead does not count.
 *
 * @param probabilities of winning per row, by a model not trained on these races; they sum to 1 per race
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
function fitExponent(stage: ReturnType<typeof selectStage>, usual: number): number {
  const { second } = raceLossSlope(stage, 0, stage.raceCount, stage.logs, usual);
  const information = second * stage.raceCount;
  if (information * LARGEST_ERROR ** 2 < 1) return usual;
  // The loss is convex, so the best value within the bounds is the one nearest to the optimum.
  return Math.min(HIGHEST, Math.max(LOWEST, roundNumber(1 / fitTemperature(stage, 0, stage.logs))));
}

/** The contest for one place: the runners in contention, those who took it, and ln p of each. */
function selectStage(
  { raceCount, raceStart, isStarter, place }: PlacedRaces,
  from: number,
  probabilities: Float64Array,
  stage: 2 | 3,
) {
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
