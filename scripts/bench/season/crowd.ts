import { DEMO_MODELS } from "#app/demo/demo-models-list.ts";
import { startersOf } from "#app/domain/evaluation/measure-skill.ts";
import { measureRace } from "#app/domain/evaluation/race-skill.ts";
import { resampleRatios } from "#app/domain/evaluation/resample-days.ts";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { PRESETS } from "#app/domain/features/presets.ts";
import { isFlat, selectTrainingRaces } from "#app/domain/learning/training-races.ts";
import { dayOfNumber } from "#app/domain/racing/japan-time.ts";
import { joinForecasts } from "#app/domain/season/crowd.ts";
import { type WeightedMember, weighMembers } from "#app/domain/season/crowd-weights.ts";
import { rankSeason } from "#app/domain/season/season-board.ts";
import { createSeasonTally, fieldSkill, type LossRow, type LossSums } from "#app/domain/season/season-tally.ts";
import { readFeatures } from "#scripts/bench/learner/quality.ts";
import type { Features } from "#scripts/bench/market/features.ts";
import { walkForward } from "#scripts/bench/market/forecasts.ts";
import { openMarket } from "#scripts/bench/market/measure-market.ts";
import { SEED } from "#scripts/local-sample.mjs";
import { type SampleSize, sampleWindow } from "#scripts/sample/generate.ts";

const CENTRAL = 1;
const MODELS = 40;
/** Races from which a member has a weight, as with the sample. */
const MIN_RACES = 100;
const still = { spend: () => null };

interface Skill {
  value: number;
  low: number;
  high: number;
}

/** Everybody's forecast beside its members and the odds, on the same races. */
interface CrowdFigures {
  models: number;
  races: number;
  crowd: Skill;
  best: { name: string } & Skill;
  median: number;
  worst: number;
  market: number | null;
  /** Of the crowd less that of the best member, on the same draws of race days. */
  aboveBest: Skill;
}

interface Race {
  raceId: string;
  date: string;
  starters: { horseNum: number; finishPosition: number | null; winOdds: number | null }[];
}

/** A member's chances by race and horse. */
type Forecasts = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * Forty models with features of all kinds, trained and tried walking forward; on each later month everybody's forecast with
 * weights from the months before.
 *
 * @param paths races in the open CSV format; null: the sample of that size
 */
export async function measureCrowd(
  { paths, sample }: { paths: readonly string[] | null; sample: SampleSize },
  say: (line: string) => void,
): Promise<CrowdFigures> {
  const now = Math.floor(Date.now() / 1000);
  const features =
    paths === null
      ? openMarket({ seed: SEED, from: sampleWindow(now, sample).from, now }).features
      : await readFeatures(paths);
  const members: { name: string; forecasts: Forecasts }[] = [];
  for (const { name, choice } of choices()) {
    const { forecasts, pseudoR2 } = await walkForward(features, choice);
    members.push({ name, forecasts: new Map(forecasts.map((each) => [each.raceId, each.probabilities])) });
    say(`${members.length} ${name}: pseudo-R² ${pseudoR2.toFixed(4)}`);
  }
  return compareCrowd(listRaces(features), members);
}

function choices(): { name: string; choice: FeatureChoice }[] {
  const demo = DEMO_MODELS.filter(({ venueType }) => venueType === CENTRAL);
  return [...PRESETS, { name: "all features", choice: fullChoice(CENTRAL) }, ...demo].slice(0, MODELS);
}

function listRaces({ index }: Features): Race[] {
  const races = selectTrainingRaces(index, { fromDay: -Infinity, toDay: Infinity, maxRows: Infinity });
  const none = new Float64Array(races.rowCount);
  return Array.from({ length: races.raceCount }, (_, race) => race)
    .filter((race) => isFlat(races, race))
    .map((race) => ({
      raceId: index.raceIds[races.sourceRace[race]!]!,
      date: dayOfNumber(races.raceDay[race]!),
      starters: startersOf(races, race, none),
    }));
}

async function compareCrowd(
  all: readonly Race[],
  members: readonly { name: string; forecasts: Forecasts }[],
): Promise<CrowdFigures> {
  const races = all.filter(({ raceId }) => members.every(({ forecasts }) => forecasts.has(raceId)));
  const rows: LossRow[] = [];
  const crowdDays = new Map<string, Float64Array>();
  // Per day: the uniform loss, then the losses of the crowd, the odds and each member.
  const width = 3 + members.length;
  let [measured, withOdds] = [0, 0];
  for (const month of [...new Set(races.map(({ date }) => date.slice(0, 7)))].sort()) {
    const ofMonth = races.filter(({ date }) => date.startsWith(month));
    const weighed = await weigh(rows, members.length);
    for (const race of ofMonth) {
      const skills = members.map(({ forecasts }) => skillOf(race, forecasts.get(race.raceId)!));
      for (const [modelId, { loss, uniformLoss }] of skills.entries()) {
        rows.push({ modelId, date: race.date, races: 1, loss, uniformLoss });
      }
      const crowd = weighed.length === 0 ? null : crowdOf(race, weighed, members);
      if (crowd === null) continue;
      const { loss, uniformLoss, marketLoss } = skillOf(race, crowd);
      const day = crowdDays.get(race.date) ?? new Float64Array(width);
      crowdDays.set(race.date, day);
      [uniformLoss, loss, marketLoss ?? 0, ...skills.map((skill) => skill.loss)].forEach((each, at) => {
        day[at]! += each;
      });
      measured += 1;
      if (marketLoss !== null) withOdds += 1;
    }
  }
  return summarise([...crowdDays.values()], { members, races: measured, hasMarket: withOdds === measured });
}

function skillOf({ starters }: Race, chances: ReadonlyMap<number, number>) {
  const sum = starters.reduce((all, { horseNum }) => all + (chances.get(horseNum) ?? 0), 0);
  return measureRace(
    starters.map((starter) => ({ ...starter, probability: (chances.get(starter.horseNum) ?? 0) / sum })),
  );
}

/** Weights from the races so far, as a board gives them; every model has an owner of its own. Empty: too few races. */
async function weigh(rows: readonly LossRow[], count: number): Promise<WeightedMember[]> {
  const field = new Map<string, LossSums>();
  const days = new Map<string, LossRow>();
  for (const row of rows) {
    const sums = field.get(row.date) ?? { loss: 0, uniformLoss: 0 };
    field.set(row.date, { loss: sums.loss + row.loss, uniformLoss: sums.uniformLoss + row.uniformLoss });
    const key = `${row.modelId} ${row.date}`;
    const day = days.get(key) ?? { ...row, races: 0, loss: 0, uniformLoss: 0 };
    const { races, loss, uniformLoss } = day;
    days.set(key, {
      ...day,
      ...{ races: races + row.races, loss: loss + row.loss, uniformLoss: uniformLoss + row.uniformLoss },
    });
  }
  const tally = createSeasonTally(
    field,
    Array.from({ length: count }, (_, modelId) => modelId),
  );
  for (const day of days.values()) tally.add(day);
  const eligible = tally.close().filter(({ races }) => races >= MIN_RACES);
  if (eligible.length === 0) return [];
  const { entries } = await rankSeason(eligible, { base: fieldSkill(field), standing: new Map() }, still);
  return weighMembers(entries.map(({ modelId, value }) => ({ modelId, userId: modelId, value })));
}

function crowdOf(
  { raceId, starters }: Race,
  weighed: readonly WeightedMember[],
  members: readonly { forecasts: Forecasts }[],
): Map<number, number> | null {
  const forecast = joinForecasts(
    weighed.map((member) => ({
      member,
      chances: startersOnly(members[member.modelId]!.forecasts.get(raceId)!, starters),
    })),
    { horseNums: starters.map(({ horseNum }) => horseNum), oddsOf: () => null, weightsOf: "bench" },
  );
  return forecast === null ? null : new Map(forecast.runners.map(({ horseNum, chance }) => [horseNum, chance]));
}

function startersOnly(chances: ReadonlyMap<number, number>, starters: Race["starters"]): Map<number, number> {
  return new Map(starters.map(({ horseNum }) => [horseNum, chances.get(horseNum) ?? 0]));
}

/** @param days per day: the uniform loss, the losses of the crowd, the odds and each member */
function summarise(
  days: readonly Float64Array[],
  { members, races, hasMarket }: { members: readonly { name: string }[]; races: number; hasMarket: boolean },
): CrowdFigures {
  const sums = days.reduce((all, day) => all.map((sum, at) => sum + day[at]!), new Float64Array(3 + members.length));
  const uniform = sums[0]!;
  const skillAt = (at: number) => 1 - sums[at]! / uniform;
  const order = members.map((_, i) => 3 + i).sort((a, b) => skillAt(b) - skillAt(a));
  const best = order[0]!;
  const pairs = days.map((day) => [
    ...[day[0]! - day[1]!, day[0]!],
    ...[day[0]! - day[best]!, day[0]!, day[best]! - day[1]!, day[0]!],
  ]);
  const [ofCrowd, ofBest, ofDifference] = resampleRatios(pairs);
  const withInterval = (value: number, interval = ofCrowd) => ({ value, low: interval!.low, high: interval!.high });
  return {
    ...{ models: members.length, races },
    crowd: withInterval(skillAt(1)),
    best: { name: members[best - 3]!.name, ...withInterval(skillAt(best), ofBest) },
    median: skillAt(order[Math.floor(order.length / 2)]!),
    worst: skillAt(order.at(-1)!),
    market: hasMarket ? skillAt(2) : null,
    aboveBest: withInterval(skillAt(1) - skillAt(best), ofDifference),
  };
}

export function sayCrowd({ models, races, crowd, best, median, worst, market, aboveBest }: CrowdFigures): string {
  const of = ({ value, low, high }: Skill) => `${value.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
  return [
    `everybody's forecast of ${models} models on ${races} races: pseudo-R² ${of(crowd)}`,
    `  best member (${best.name}) ${of(best)}, the middle one ${median.toFixed(4)}, the last ${worst.toFixed(4)}`,
    `  odds ${market === null ? "unknown" : market.toFixed(4)}; above the best member by ${of(aboveBest)}`,
  ].join("\n");
}
