import { SMALLEST_PROBABILITY } from "#app/domain/learning/calibration/probabilities.ts";
import type { Pace } from "#app/domain/learning/pace.ts";
import { byDayAndRace, type ForecastRace, type ForecastRunner, isReported } from "./forecast-race.ts";
import { type Interval, resampleRatiosInTurns, sumByDay } from "./resample-days.ts";

/** Parts of equal size; each but the first is tested with exponents fitted on those before it. */
const PARTS = 4;
/** Races that a part needs: with fewer, the error of an exponent exceeds any effect. */
const LEAST_RACES = 50;
const RESAMPLES = 1000;
/** Units per runner for one step of the fit (pace.ts). */
const STEP_UNITS = 40;
const MOST_STEPS = 25;

/** Exponents of p ∝ market^market × model^model, and of p ∝ market^alone. */
interface SecondStageExponents {
  marketExponent: number;
  modelExponent: number;
  marketAlone: number;
}

/**
 * Whether a model knows more than the odds (Benter 1994): the pseudo-R² of market^a × model^b above that of the
 * recalibrated market^c. Exponents are fitted on earlier races and measured on later ones.
 */
export interface SecondStage extends SecondStageExponents {
  /** Pseudo-R² (ratio) gained over the recalibrated market on the tested races; its 95 % interval over race days. */
  deltaR2: number;
  low: number;
  high: number;
  races: number;
}

export interface Contest {
  market: Float64Array;
  model: Float64Array;
  /** 1 / number of winners for a winner, else 0. */
  won: Float64Array;
}

interface CountedRace extends Contest {
  raceId: string;
  date: string;
}

export function createSecondStageTally() {
  const counted: CountedRace[] = [];
  return {
    /** Adds a race; ignores races that are not reported, and races without the final odds of all starters. */
    add(race: Pick<ForecastRace, "raceId" | "date" | "surface" | "runners">): void {
      if (!isReported(race)) return;
      const starters = race.runners.filter(({ isStarter }) => isStarter).sort((a, b) => a.horseNum - b.horseNum);
      if (!starters.every(({ winOdds }) => winOdds !== null && winOdds > 0)) return;
      counted.push({ raceId: race.raceId, date: race.date, ...contestOf(starters) });
    },
    /**
     * Null with too few races. The exponents are those of all races together.
     * @param fitted on races before all of these; without them, the first part only serves for fitting
     */
    async report(pace: Pace, fitted?: SecondStageExponents): Promise<SecondStage | null> {
      const races = counted.toSorted(byDayAndRace);
      if (fitted !== undefined) {
        if (races.length < LEAST_RACES) return null;
        return { ...fitted, ...(await measure(races, () => fitted, pace)) };
      }
      const parts = cutAtDays(races);
      if (parts === null) return null;
      const byPart: SecondStageExponents[] = [];
      for (const from of parts) byPart.push(await fitExponents(races.slice(0, from), pace));
      const partOf = (race: number) => parts.findLastIndex((from) => from <= race);
      const measured = await measure(races.slice(parts[0]), (race) => byPart[partOf(race + parts[0]!)]!, pace);
      return { ...(await fitExponents(races, pace)), ...measured };
    },
  };
}

/** @param starters those of a race with a winner; all have odds */
export function contestOf(
  starters: readonly Pick<ForecastRunner, "probability" | "finishPosition" | "winOdds">[],
): Contest {
  const winners = starters.filter(({ finishPosition }) => finishPosition === 1).length;
  return {
    market: Float64Array.from(starters, ({ winOdds }) => -Math.log(winOdds!)),
    model: Float64Array.from(starters, ({ probability }) => Math.log(Math.max(SMALLEST_PROBABILITY, probability))),
    won: Float64Array.from(starters, ({ finishPosition }) => (finishPosition === 1 ? 1 / winners : 0)),
  };
}

/** First races of the tested parts, each the first of its day; null if a part had too few races. */
function cutAtDays(races: readonly CountedRace[]): number[] | null {
  const starts: number[] = [];
  for (let part = 1; part < PARTS; part++) {
    const { date } = races[Math.floor((part * races.length) / PARTS)] ?? {};
    starts.push(races.findIndex((race) => race.date === date));
  }
  const ends = [...starts.slice(1), races.length];
  return starts[0]! >= LEAST_RACES && starts.every((from, part) => ends[part]! - from >= LEAST_RACES) ? starts : null;
}

async function measure(races: readonly CountedRace[], exponentsOf: (race: number) => SecondStageExponents, pace: Pace) {
  const gained = races.map((race, position) => {
    const { marketExponent, modelExponent, marketAlone } = exponentsOf(position);
    return {
      date: race.date,
      gain: lossOf(race, marketAlone, 0) - lossOf(race, marketExponent, modelExponent),
      uniform: Math.log(race.won.length),
    };
  });
  const total = (of: (race: (typeof gained)[number]) => number) => gained.reduce((sum, race) => sum + of(race), 0);
  const days = sumByDay(gained, ({ gain, uniform }) => [gain, uniform]);
  const [interval] = await resampleRatiosInTurns(days, pace, RESAMPLES);
  const deltaR2 = total(({ gain }) => gain) / total(({ uniform }) => uniform);
  return { deltaR2, ...((interval ?? { low: deltaR2, high: deltaR2 }) satisfies Interval), races: races.length };
}

/** Exponents of lowest loss: both together, and the market alone. */
export async function fitExponents(races: readonly Contest[], pace: Pace): Promise<SecondStageExponents> {
  const [marketAlone] = await maximise(races, false, pace);
  const [marketExponent, modelExponent] = await maximise(races, true, pace);
  return { marketExponent, modelExponent, marketAlone };
}

/** −ln of the winner's probability by market^a × model^b; with true chances for `won`, its expectation. */
export function lossOf({ market, model, won }: Contest, a: number, b: number): number {
  let highest = -Infinity;
  for (let i = 0; i < won.length; i++) highest = Math.max(highest, a * market[i]! + b * model[i]!);
  let sum = 0;
  let ofWinner = 0;
  for (let i = 0; i < won.length; i++) {
    const strength = a * market[i]! + b * model[i]!;
    sum += Math.exp(strength - highest);
    ofWinner += won[i]! * strength;
  }
  return highest + Math.log(sum) - ofWinner;
}

/** Exponents of lowest loss by Newton's method; the loss is convex in both. Starts at the market as it is. */
async function maximise(races: readonly Contest[], withModel: boolean, pace: Pace): Promise<[number, number]> {
  let a = 1;
  let b = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { ga, gb, haa, hab, hbb } = derive(races, a, b);
    await pace.spend(STEP_UNITS * races.reduce((sum, { won }) => sum + won.length, 0));
    const determinant = haa * hbb - hab * hab;
    let da = haa > 0 ? ga / haa : 0;
    let db = 0;
    if (withModel && determinant > 1e-9 * haa * hbb) {
      da = (hbb * ga - hab * gb) / determinant;
      db = (haa * gb - hab * ga) / determinant;
    }
    // A step is at most 1: far from the optimum the curvature is unreliable.
    const scale = Math.min(1, 1 / Math.max(Math.abs(da), Math.abs(db), 1e-12));
    a -= scale * da;
    b -= scale * db;
    if (Math.max(Math.abs(da), Math.abs(db)) < 1e-9) break;
  }
  return [a, b];
}

function derive(races: readonly Contest[], a: number, b: number) {
  const sums = { ga: 0, gb: 0, haa: 0, hab: 0, hbb: 0 };
  for (const { market, model, won } of races) {
    let highest = -Infinity;
    for (let i = 0; i < won.length; i++) highest = Math.max(highest, a * market[i]! + b * model[i]!);
    let sum = 0;
    let m = 0;
    let f = 0;
    let mm = 0;
    let mf = 0;
    let ff = 0;
    for (let i = 0; i < won.length; i++) {
      const weight = Math.exp(a * market[i]! + b * model[i]! - highest);
      sum += weight;
      m += weight * market[i]!;
      f += weight * model[i]!;
      mm += weight * market[i]! * market[i]!;
      mf += weight * market[i]! * model[i]!;
      ff += weight * model[i]! * model[i]!;
      sums.ga -= won[i]! * market[i]!;
      sums.gb -= won[i]! * model[i]!;
    }
    sums.ga += m / sum;
    sums.gb += f / sum;
    sums.haa += mm / sum - (m / sum) ** 2;
    sums.hab += mf / sum - (m * f) / (sum * sum);
    sums.hbb += ff / sum - (f / sum) ** 2;
  }
  return sums;
}
