import type { Pace } from "#app/domain/learning/pace.ts";
import { raceLossSlope } from "#app/domain/learning/race-likelihood.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import { type OrderExponents, SMALLEST_PROBABILITY, USUAL_EXPONENTS } from "./order-probabilities.ts";
import { fitTemperature } from "./temperature.ts";

/** Beyond, it is the win probabilities that are wrong, not the discount. */
const LOWEST = 0.3;
const HIGHEST = 1.3;
/** Standard error of an exponent that is worth more than the usual one: some two hundred races. */
const LARGEST_ERROR = 0.1;
/** Finding who may still take a place, and the exponent of it, in units of pace.ts a row. */
const SELECT_UNITS = 30;
const FIT_UNITS = 150;

/** What the fit needs to know of races. */
export type PlacedRaces = Pick<TrainingRaces, "raceCount" | "raceStart" | "isStarter" | "place">;

/** Races as one place was to be taken: who may still take it, who took it, ln p of each. */
interface Stage {
  raceCount: number;
  raceStart: Uint32Array;
  isStarter: Uint8Array;
  isWinner: Uint8Array;
  logs: Float64Array;
}

/**
 * The exponents under which past races' seconds and thirds, given who was home before them, are likeliest; between 0.3
 * and 1.3, and the usual ones where the races say too little. A dead heat counts the mean over its horses; a place that
 * nobody took, after a dead heat before it, counts nothing.
 *
 * @param from first race used
 * @param probabilities win probabilities per row, by a model that did not learn from these races; the starters of a
 *                      race sum to 1
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

/** p^exponent over its sum is the softmax of ln p at the temperature 1 / exponent. */
function fitExponent(stage: Stage, usual: number): number {
  const { second } = raceLossSlope(stage, 0, stage.raceCount, stage.logs, usual);
  const information = second * stage.raceCount;
  if (information * LARGEST_ERROR ** 2 < 1) return usual;
  // The loss is convex in the exponent, so that the best one within the bounds is the nearest to the best of all.
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
