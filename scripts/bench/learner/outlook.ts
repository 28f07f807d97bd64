import { measureSkill, startersOf } from "#app/domain/evaluation/measure-skill.ts";
import { forecastSkill } from "#app/domain/evaluation/outlook.ts";
import { measureRace } from "#app/domain/evaluation/race-skill.ts";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { isFlat, selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { addDays, dayNumber, dayOfNumber, japanDay } from "#app/domain/racing/japan-time.ts";
import { raceProbabilities } from "#app/domain/training/train-artifact.ts";
import { buildFeatures, type Features } from "#scripts/bench/market/features.ts";
import { generateSample } from "#scripts/sample/generate.ts";
import { readFeatures } from "./quality.ts";
import { forecastOutputs, trainOn } from "./train-and-forecast.ts";

const VENUE_TYPE = 1;
const HALF_YEAR_DAYS = 182;
/** Half-years of real races that are forecast: the newest ones. */
const REAL_HALVES = 15;
/** Days of a generated sample: a year to learn from, half a year to forecast. */
const SAMPLE_DAYS = 548;

const FIVE: FeatureChoice = {
  static: ["騎手", "枠番", "斤量"],
  average: { margin: { race_customize: ["all"], race_num: [5] }, rank: { race_customize: ["all"], race_num: [5] } },
};
const CHOICES = { five: FIVE, default: DEFAULT_CHOICE, all: fullChoice(VENUE_TYPE) };

interface Forecast {
  /** Sample or first day of the half-year, and the features. */
  name: string;
  low: number;
  high: number;
  /** Skill in the half-year that followed. */
  next: number;
  isInside: boolean;
}

/**
 * Trains at the start of each half-year, and compares the report's interval for it with what came.
 *
 * @param paths races in the open CSV format
 */
export async function forecastRealHalves(
  paths: readonly string[],
  say: (forecast: Forecast) => void,
): Promise<Forecast[]> {
  const features = await readFeatures(paths);
  const lastDay = dayOfNumber(features.index.raceDay.at(-1)!);
  const forecasts: Forecast[] = [];
  for (const [name, choice] of Object.entries(CHOICES)) {
    for (const from of lastHalves(lastDay)) {
      const to = from.endsWith("01-01") ? `${from.slice(0, 4)}-06-30` : `${from.slice(0, 4)}-12-31`;
      forecasts.push(await forecastHalf(`${name} ${from}`, features, { choice, from, to }));
      say(forecasts.at(-1)!);
    }
  }
  return forecasts;
}

/** The same on the last half-year of generated samples, with the default features. @param count seeds from 1 on */
export async function forecastSamples(count: number, say: (forecast: Forecast) => void): Promise<Forecast[]> {
  const now = Math.floor(Date.now() / 1000);
  const today = japanDay(now);
  const forecasts: Forecast[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const races = [...generateSample({ seed, from: addDays(today, -SAMPLE_DAYS), now })];
    const features = buildFeatures(races.map(({ race, runners }) => ({ ...race, runners })));
    const half = { choice: DEFAULT_CHOICE, from: addDays(today, -HALF_YEAR_DAYS), to: addDays(today, -1) };
    forecasts.push(await forecastHalf(`sample ${seed}`, features, half));
    say(forecasts.at(-1)!);
  }
  return forecasts;
}

/** First days of the newest half-years, oldest first. */
function lastHalves(lastDay: string): string[] {
  const newest = 2 * Number(lastDay.slice(0, 4)) + (lastDay.slice(5) < "07" ? 0 : 1);
  return Array.from({ length: REAL_HALVES }, (_, at) => {
    const half = newest - REAL_HALVES + 1 + at;
    return `${Math.floor(half / 2)}-${half % 2 === 0 ? "01" : "07"}-01`;
  });
}

async function forecastHalf(
  name: string,
  features: Features,
  { choice, from, to }: { choice: FeatureChoice; from: string; to: string },
): Promise<Forecast> {
  const trained = await trainOn(features, { choice, venueType: VENUE_TYPE, cutoffDay: from });
  if (trained === null) throw new Error(`${name}: too few races`);
  const { artifact, races, walk } = trained;
  const walked = lossesOf(races, walk.firstRace, walk.outputs, artifact.temperature);
  const outlook = forecastSkill(walked, { refits: walk.refits, learntRaces: races.raceCount });
  if (outlook === null) throw new Error(`${name}: too few race days`);

  const test = selectTrainingRaces(features.index, {
    fromDay: dayNumber(from),
    toDay: dayNumber(to),
    maxRows: Infinity,
  });
  const outputs = forecastOutputs(artifact, features, { test, day: from });
  const skill = measureSkill(test, 0, raceProbabilities(test, 0, outputs, artifact.temperature));
  if (skill === null) throw new Error(`${name}: no flat races to forecast`);
  const { low, high } = outlook.nextHalfYear;
  const next = skill.pseudoR2;
  return { name, low, high, next, isInside: low <= next && next <= high };
}

function lossesOf(races: TrainingRaces, from: number, outputs: Float64Array, temperature: number) {
  const probabilities = raceProbabilities(races, from, outputs, temperature);
  const losses = [];
  for (let race = from; race < races.raceCount; race++) {
    if (!isFlat(races, race)) continue;
    const { loss, uniformLoss } = measureRace(startersOf(races, race, probabilities));
    losses.push({ raceId: "", date: dayOfNumber(races.raceDay[race]!), loss, uniformLoss });
  }
  return losses;
}
