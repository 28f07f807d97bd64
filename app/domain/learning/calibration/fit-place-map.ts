import type { Pace } from "#app/domain/learning/pace.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import type { PlacedRaces } from "./fit-order-exponents.ts";
import { logit, MAPPED_LOGITS, type OrderExponents, type PlaceMap, placeProbabilities } from "./order-probabilities.ts";

/** Newest races used: more would move the map by less than its error. */
const MOST_RACES = 4000;
/** Precision of the priors of slope (around 1) and bend (around 0): standard deviations of 0.1 and 0.05. */
const HOLD = { slope: 100, bend: 400 } as const;
/** Least slope at both ends of the map's range, so that it stays monotone. */
const LEAST_SLOPE = 0.1;
const STEPS = 12;
/** Units per race (pace.ts) for its place chances. */
const RACE_UNITS = 25_000;

/**
 * Fits the map of place chances: a logistic regression of the first three on the logit of the chance and its square.
 * The constant is dropped, as a race's chances sum to three. The priors keep short histories near the identity.
 *
 * @param probabilities of winning per row, by a model not trained on these races
 */
export async function fitPlaceMap(
  races: PlacedRaces,
  from: number,
  probabilities: Float64Array,
  exponents: Pick<OrderExponents, "second" | "third">,
  pace: Pace,
): Promise<PlaceMap> {
  const first = Math.max(from, races.raceCount - MOST_RACES);
  const logits: number[] = [];
  const placed: number[] = [];
  for (let race = first; race < races.raceCount; race++) {
    const start = races.raceStart[race]!;
    const end = races.raceStart[race + 1]!;
    const chances = placeProbabilities(probabilities.subarray(start, end), 3, exponents);
    await pace.spend(RACE_UNITS);
    const starters = races.isStarter.subarray(start, end).reduce((sum, flag) => sum + flag, 0);
    if (starters <= 3) continue;
    for (let row = start; row < end; row++) {
      const x = logit(chances[row - start]!);
      if (races.isStarter[row] !== 1 || x < MAPPED_LOGITS.from || x > MAPPED_LOGITS.to) continue;
      logits.push(x);
      const place = races.place[row]!;
      placed.push(place >= 1 && place <= 3 ? 1 : 0);
    }
  }
  return bound(regress(logits, placed));
}

/** Newton's method; the penalised likelihood is concave. */
function regress(logits: readonly number[], placed: readonly number[]): PlaceMap {
  let [constant, slope, bend] = [0, 1, 0];
  for (let step = 0; step < STEPS; step++) {
    let [g0, g1, g2] = [0, HOLD.slope * (1 - slope), -HOLD.bend * bend];
    let [h00, h01, h02, h12] = [1e-9, 0, 0, 0];
    let [h11, h22]: [number, number] = [HOLD.slope, HOLD.bend];
    for (let i = 0; i < logits.length; i++) {
      const x = logits[i]!;
      const chance = 1 / (1 + Math.exp(-(constant + slope * x + bend * x * x)));
      const residual = placed[i]! - chance;
      const weight = chance * (1 - chance);
      g0 += residual;
      g1 += residual * x;
      g2 += residual * x * x;
      h00 += weight;
      h01 += weight * x;
      h02 += weight * x * x;
      h11 += weight * x * x;
      h12 += weight * x ** 3;
      h22 += weight * x ** 4;
    }
    const a = h11 * h22 - h12 * h12;
    const b = h02 * h12 - h01 * h22;
    const c = h01 * h12 - h02 * h11;
    const determinant = h00 * a + h01 * b + h02 * c;
    constant += (g0 * a + g1 * b + g2 * c) / determinant;
    slope += (g0 * b + g1 * (h00 * h22 - h02 * h02) + g2 * (h01 * h02 - h00 * h12)) / determinant;
    bend += (g0 * c + g1 * (h01 * h02 - h00 * h12) + g2 * (h00 * h11 - h01 * h01)) / determinant;
  }
  return { slope, bend };
}

/** Straightens a map that turns within its range. */
function bound({ slope, bend }: PlaceMap): PlaceMap {
  const bounded = Math.max(LEAST_SLOPE, slope);
  const room = bounded - LEAST_SLOPE;
  const most = room / (2 * -MAPPED_LOGITS.from);
  const least = -room / (2 * MAPPED_LOGITS.to);
  return { slope: roundNumber(bounded), bend: roundNumber(Math.min(most, Math.max(least, bend))) };
}
