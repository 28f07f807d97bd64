import type { Pace } from "#app/domain/learning/pace.ts";
import { type Dimension, isEnough, measureGroups, type RaceConditions } from "#app/domain/racing/conditions.ts";
import { byDayAndRace, type ForecastRace, isReported } from "./forecast-race.ts";
import { measureRace, type PickRates, type RaceSkill, type SkillFigures, summariseSkill } from "./race-skill.ts";
import { calibrationErrorOf, type ReliabilityBin, tabulateReliability } from "./reliability.ts";
import { type Interval, resampleRatiosInTurns, sumByDay } from "./resample-days.ts";

const RESAMPLES = 1000;
const GROUP_RESAMPLES = 400;
/** Units (pace.ts) per race for adding it to a report, and per runner for sorting it into the reliability bins. */
const RACE_UNITS = 1000;
const RUNNER_UNITS = 100;

/** Skill on races that the model was not trained on. Intervals are 95 %, by bootstrap over race days. */
export interface ForecastSkill extends SkillFigures {
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
  /** Null with too few races. */
  skill: GroupSkill | null;
}

export interface GroupSkill {
  pseudoR2: number;
  pseudoR2Interval: Interval;
  marketPseudoR2: number | null;
  top: PickRates;
}

interface CountedRace extends RaceConditions, RaceSkill {
  raceId: string;
  probabilities: Float64Array;
  won: Uint8Array;
}

export function createSkillTally() {
  const counted: CountedRace[] = [];
  return {
    add(race: ForecastRace): void {
      if (!isReported(race)) return;
      const { runners, payouts: _, ...conditions } = race;
      const starters = runners.filter(({ isStarter }) => isStarter).sort((a, b) => a.horseNum - b.horseNum);
      counted.push({
        ...conditions,
        starters: starters.length,
        ...measureRace(starters),
        probabilities: Float64Array.from(starters, ({ probability }) => probability),
        won: Uint8Array.from(starters, ({ finishPosition }) => (finishPosition === 1 ? 1 : 0)),
      });
    },
    /** Null without races. The result does not depend on the order of the races or their runners. */
    report: async (pace: Pace) => (counted.length === 0 ? null : reportOf(counted.toSorted(byDayAndRace), pace)),
  };
}

async function reportOf(races: readonly CountedRace[], pace: Pace): Promise<ForecastSkill> {
  await pace.spend(RACE_UNITS * races.length);
  const figures = summariseSkill(races);
  await pace.spend(RACE_UNITS * races.length);
  const forecasts = joinRunners(races, ({ probabilities }) => probabilities);
  const won = joinRunners(races, (race) => race.won);
  await pace.spend(RACE_UNITS * races.length);
  const reliability = tabulateReliability(forecasts, won);
  await pace.spend(RUNNER_UNITS * forecasts.length);
  const conditions = await measureGroups(
    races,
    async ({ key, races: members }) => ({
      ...{ key, races: members.length },
      skill: isEnough(members) ? await groupSkill(members, pace) : null,
    }),
    () => pace.spend(RACE_UNITS * races.length),
  );
  return {
    ...figures,
    days: new Set(races.map(({ date }) => date)).size,
    from: races[0]!.date,
    to: races.at(-1)!.date,
    ...(await intervalsOf(races, pace, RESAMPLES)),
    calibrationError: calibrationErrorOf(reliability) ?? 0,
    reliability,
    conditions,
  };
}

function joinRunners(races: readonly CountedRace[], of: (race: CountedRace) => ArrayLike<number>): Float64Array {
  const joined = new Float64Array(races.reduce((sum, race) => sum + race.won.length, 0));
  let at = 0;
  for (const race of races) {
    joined.set(of(race), at);
    at += race.won.length;
  }
  return joined;
}

async function groupSkill(races: readonly CountedRace[], pace: Pace): Promise<GroupSkill> {
  const { pseudoR2, marketPseudoR2, top } = summariseSkill(races);
  await pace.spend(RACE_UNITS * races.length);
  const { pseudoR2Interval } = await intervalsOf(races, pace, GROUP_RESAMPLES);
  return { pseudoR2, pseudoR2Interval, marketPseudoR2, top };
}

async function intervalsOf(races: readonly CountedRace[], pace: Pace, resamples: number) {
  const days = sumByDay(races, ({ loss, uniformLoss, top }) => [loss, uniformLoss, top.winRate, 1]);
  const [lossRatio, topWinInterval] = await resampleRatiosInTurns(days, pace, resamples);
  // Every race has a uniform loss above 0, so every draw has a ratio.
  if (!lossRatio || !topWinInterval) throw new Error("an interval needs races");
  return { pseudoR2Interval: { low: 1 - lossRatio.high, high: 1 - lossRatio.low }, topWinInterval };
}
