import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { GOINGS, SEXES, WEATHERS } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { makeSourceRace, makeSourceRunner } from "../racing-factories.ts";

const FIRST_DAY = "2021-01-02";
const RACES_A_DAY = 12;
const DAYS_BETWEEN = 3;
/** A horse runs about every third race day, for this many race days. */
const CAREER_DAYS = 45;
const REST = 3;
const JOCKEYS = 60;
const TRAINERS = 40;
const SIRES = 30;
const CLASSES = ["未勝利", "1勝クラス", "2勝クラス", "オープン"];
const TAKEOUT = 0.2;
const PRIZES = [10_000_000, 4_000_000, 2_500_000, 1_500_000, 1_000_000];

interface CanaryOptions {
  races: number;
  seed: number;
  fieldSize?: number;
  /**
   * Persistent strength (horse, jockey) and strength shown by the card alone (carried weight), in standard deviations.
   */
  lasting?: number;
  weight?: number;
}

interface Horse {
  horseId: string;
  ability: number;
  born: number;
  sex: (typeof SEXES)[number];
  trainer: number;
  sire: number;
  damSire: number;
  kg: number;
}

/**
 * Central races over some years with all fields that the catalogue reads. Strength = lasting · (horse + jockey) −
 * weight · carried weight; the order is drawn from it. Winners, corners, margins, prizes and odds are consistent with
 * the order.
 */
export function makeCanaryRaces({ races, seed, fieldSize = 9, lasting = 0, weight = 0 }: CanaryOptions): SourceRace[] {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const jockeys = Array.from({ length: JOCKEYS }, () => 0.6 * normal());
  const sires = Array.from({ length: SIRES }, () => 0.4 * normal());
  let horses = 0;
  const breed = (age: number): Horse => {
    const sire = below(SIRES);
    return {
      horseId: `h${horses++}`,
      ability: sires[sire]! + normal(),
      born: -age,
      sex: pick(SEXES),
      trainer: below(TRAINERS),
      sire,
      damSire: below(SIRES),
      kg: 470 + Math.round(25 * normal()),
    };
  };
  const pool = Array.from({ length: RACES_A_DAY * fieldSize * REST }, () => breed(below(CAREER_DAYS)));

  const list: SourceRace[] = [];
  for (let day = 0; list.length < races; day++) {
    pool.forEach((horse, place) => {
      if (day - horse.born > CAREER_DAYS) pool[place] = { ...breed(0), born: day };
    });
    // The first ones of a shuffle run today.
    for (let place = 0; place < RACES_A_DAY * fieldSize; place++) {
      const other = place + below(pool.length - place);
      [pool[place], pool[other]] = [pool[other]!, pool[place]!];
    }
    const weather = pick(WEATHERS);
    const going = pick(GOINGS);
    const venue = pick(["東京", "中山", "阪神"]);
    for (let number = 0; number < RACES_A_DAY && list.length < races; number++) {
      const field = pool.slice(number * fieldSize, (number + 1) * fieldSize);
      const strengths: number[] = [];
      const runners = field.map((horse, place) => {
        const jockey = below(JOCKEYS);
        const carried = 2 * normal();
        strengths.push(lasting * (horse.ability + jockeys[jockey]!) - (weight * carried) / 2);
        return makeSourceRunner({
          horseNum: place + 1,
          bracketNum: 1 + Math.floor((place * 8) / fieldSize),
          horseId: horse.horseId,
          sex: horse.sex,
          age: 3 + Math.floor((day - horse.born) / 20),
          carriedWeightKg: 55 + Math.round(2 * carried) / 2,
          jockeyId: `j${jockey}`,
          trainerId: `t${horse.trainer}`,
          bodyWeightKg: horse.kg + below(9),
          bodyWeightChangeKg: 2 * below(7) - 6,
          sireName: `s${horse.sire}`,
          damSireName: `s${horse.damSire}`,
        });
      });
      list.push(
        makeSourceRace({
          raceId: `d${String(day).padStart(4, "0")}r${String(number).padStart(2, "0")}`,
          date: addDays(FIRST_DAY, DAYS_BETWEEN * day),
          venue,
          surface: random() < 0.5 ? "turf" : "dirt",
          distanceM: pick([1200, 1600, 1800, 2000]),
          weather,
          going,
          raceClass: CLASSES[number % CLASSES.length] ?? null,
          runners: run(runners, strengths, random),
        }),
      );
    }
  }
  return list;
}

/** Draws the order from the strengths, and the fields that depend on it. */
function run(runners: readonly SourceRunner[], strengths: readonly number[], random: () => number): SourceRunner[] {
  const size = runners.length;
  const sum = strengths.reduce((total, strength) => total + Math.exp(strength), 0);
  // The largest of strength + Gumbel noise wins with softmax probability.
  const speeds = strengths.map((strength) => strength - Math.log(-Math.log(1 - random() * (1 - 1e-12))));
  const best = Math.max(...speeds);
  return runners.map((runner, place) => {
    const rank = 1 + speeds.filter((speed) => speed > speeds[place]!).length;
    const corner = () => Math.min(size, Math.max(1, Math.round(rank + 4 * (random() - 0.5))));
    return {
      ...runner,
      finishPosition: rank,
      marginS: Math.round(300 * (best - speeds[place]!)) / 1000,
      timeS: Math.round(950 + 3 * (best - speeds[place]!)) / 10,
      last600mS: Math.round(350 + 2 * (best - speeds[place]!)) / 10,
      cornerPositions: `${corner()}-${corner()}`,
      prizeYen: PRIZES[rank - 1] ?? 0,
      trouble: random() < 0.1,
      winOdds: Math.max(1, Math.round((10 * (1 - TAKEOUT) * sum) / Math.exp(strengths[place]!)) / 10),
    };
  });
}

/** The same cards and odds with the results of each race shuffled among its runners, so that nothing predicts them. */
export function shuffleResults(races: readonly SourceRace[], seed: number): SourceRace[] {
  const random = createRandom(seed);
  return races.map((race) => {
    const from = race.runners.map((_, place) => place);
    for (let last = from.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [from[last], from[other]] = [from[other]!, from[last]!];
    }
    const runners = race.runners.map((runner, place) => {
      const { finishPosition, timeS, marginS, last600mS, cornerPositions, prizeYen, trouble } =
        race.runners[from[place]!]!;
      return { ...runner, finishPosition, timeS, marginS, last600mS, cornerPositions, prizeYen, trouble };
    });
    return { ...race, runners };
  });
}
