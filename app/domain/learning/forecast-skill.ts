import { DIMENSIONS, type Dimension, groupByCondition, isEnough, type RaceConditions } from "../racing/conditions.ts";
import { byDayAndRace, type ForecastRace, isReported } from "../racing/forecast-race.ts";
import { type Interval, resampleRatios } from "../racing/resample-days.ts";
import { measureRace, type PickRates, type RaceSkill, type SkillFigures, summariseSkill } from "./race-skill.ts";
import { calibrationErrorOf, type ReliabilityBin, tabulateReliability } from "./reliability.ts";

/** Draws for the interval of a group; the whole has the default's. */
const GROUP_RESAMPLES = 400;

/** Skill of a model on races that it did not learn from; intervals are 95 %, by bootstrap over race days. */
export interface ForecastSkill extends SkillFigures {
  /** Race days, the first and the last of them. */
  days: number;
  from: string;
  to: string;
  pseudoR2Interval: Interval;
  topWinInterval: Interval;
  /** Mean |forecast − share of winners| over the bins, weighted by runners. */
  calibrationError: number;
  reliability: ReliabilityBin[];
  conditions: Record<Dimension, SkillGroup[]>;
}

export interface SkillGroup {
  key: string;
  races: number;
  /** Null where there are too few races for a figure. */
  skill: GroupSkill | null;
}

export interface GroupSkill {
  pseudoR2: number;
  pseudoR2Interval: Interval;
  marketPseudoR2: number | null;
  top: PickRates;
}

export interface SkillTally {
  /** Races that are not reported (jumps, no official winner) count in nothing. */
  add(race: ForecastRace): void;
  /** Null without races. The order in which races and their runners came changes nothing. */
  report(): ForecastSkill | null;
}

interface CountedRace extends RaceConditions, RaceSkill {
  raceId: string;
  probabilities: Float64Array;
  won: Uint8Array;
}

/** Collects races one by one, so that nobody has to hold them all: of each, a few numbers and its probabilities stay. */
export function createSkillTally(): SkillTally {
  const counted: CountedRace[] = [];
  return {
    add(race) {
      if (!isReported(race)) return;
      const { raceId, date, surface, distanceM, venue } = race;
      const starters = race.runners.filter(({ isStarter }) => isStarter).sort((a, b) => a.horseNum - b.horseNum);
      counted.push({
        raceId,
        date,
        surface,
        distanceM,
        venue,
        ...measureRace(starters),
        probabilities: Float64Array.from(starters, ({ probability }) => probability),
        won: Uint8Array.from(starters, ({ finishPosition }) => (finishPosition === 1 ? 1 : 0)),
      });
    },
    report: () => (counted.length === 0 ? null : reportOf(counted.toSorted(byDayAndRace))),
  };
}

function reportOf(races: readonly CountedRace[]): ForecastSkill {
  const reliability = tabulateReliability(
    races.flatMap(({ probabilities }) => Array.from(probabilities)),
    races.flatMap(({ won }) => Array.from(won)),
  );
  const groupsOf = (dimension: Dimension) =>
    groupByCondition(races, dimension).map(
      ({ key, races: members }): SkillGroup => ({
        key,
        races: members.length,
        skill: isEnough(members) ? groupSkill(members) : null,
      }),
    );
  return {
    ...summariseSkill(races),
    days: new Set(races.map(({ date }) => date)).size,
    from: races[0]!.date,
    to: races.at(-1)!.date,
    ...intervalsOf(races),
    calibrationError: calibrationErrorOf(reliability) ?? 0,
    reliability,
    conditions: Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, groupsOf(dimension)])) as Record<
      Dimension,
      SkillGroup[]
    >,
  };
}

function groupSkill(races: readonly CountedRace[]): GroupSkill {
  const { pseudoR2, marketPseudoR2, top } = summariseSkill(races);
  return { pseudoR2, pseudoR2Interval: intervalsOf(races, GROUP_RESAMPLES).pseudoR2Interval, marketPseudoR2, top };
}

function intervalsOf(races: readonly CountedRace[], resamples?: number) {
  const days = new Map<string, [number, number, number, number]>();
  for (const { date, loss, uniformLoss, top } of races) {
    const [losses, uniform, wins, count] = days.get(date) ?? [0, 0, 0, 0];
    days.set(date, [losses + loss, uniform + uniformLoss, wins + top.winRate, count + 1]);
  }
  const [lossRatio, topWinInterval] = resampleRatios([...days.values()], resamples);
  // Every race has a uniform loss above 0, so that each draw has a ratio.
  if (!lossRatio || !topWinInterval) throw new Error("an interval needs races");
  return { pseudoR2Interval: { low: 1 - lossRatio.high, high: 1 - lossRatio.low }, topWinInterval };
}
