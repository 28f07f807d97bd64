import type { History } from "../history.ts";
import type { Careers, RatedRunners } from "./horse-walk.ts";
import { isRated, MILE_M, NONE_FIGURE, SECONDS_STEP, toSteps } from "./rating-model.ts";

/** Winners that a course needs for a par. */
const LEAST_WINNERS = 3;
/** Weight of the newest winner in a par, once there are 25. */
const NEWEST = 0.04;
/** Runners with earlier figures at which a day's variant has half its weight. */
const VARIANT_PRIOR = 6;
/** Earlier figures of a runner that a day is measured by. */
const FIGURES = 4;

/**
 * Speed figures after Beyer: how much faster than the course's par, in seconds per 1,600 m, less the variant of the day:
 * the median by which runners of that venue and surface were better than their own last figures.
 */
export function createDayTimes(
  { history, course, courseCount, firstStart, startRunner }: Careers,
  rated: RatedRunners,
) {
  const { races, runners } = history;
  /** Seconds by course number, and how many winners made it. */
  const par = new Float32Array(courseCount);
  const winners = new Uint16Array(courseCount);

  /** Runners with a time, and how much faster than par they were. */
  function* listTimed(race: number): Generator<{ runner: number; raw: number }> {
    const own = course[race] ?? 0;
    if ((winners[own] ?? 0) < LEAST_WINNERS) return;
    const scale = MILE_M / (races.distance[race] ?? 0);
    for (let runner = races.firstRunner[race] ?? 0; runner < (races.firstRunner[race + 1] ?? 0); runner += 1) {
      const time = runners.time[runner] ?? 0;
      if (time === 0 || runners.isStart[runner] !== 1) continue;
      yield { runner, raw: ((par[own] ?? 0) - time / 100) * scale };
    }
  }

  /** NaN without earlier figures. */
  const meanBefore = (horse: number, startCount: Uint32Array): number => {
    const first = firstStart[horse] ?? 0;
    let sum = 0;
    let count = 0;
    for (let index = first + (startCount[horse] ?? 0) - 1; index >= first && count < FIGURES; index -= 1) {
      const time = rated.time[startRunner[index] ?? 0] ?? NONE_FIGURE;
      if (time === NONE_FIGURE) continue;
      sum += time * SECONDS_STEP;
      count += 1;
    }
    return sum / count;
  };

  const addWinner = (race: number, variant: number): void => {
    const seconds = winnersTime(races, runners, race);
    if (seconds === 0) return;
    const own = course[race] ?? 0;
    const adjusted = seconds + (variant * (races.distance[race] ?? 0)) / MILE_M;
    const count = winners[own] ?? 0;
    const before = par[own] ?? 0;
    par[own] = before + (adjusted - before) * Math.max(NEWEST, 1 / (count + 1));
    winners[own] = Math.min(0xffff, count + 1);
  };

  const addTrack = (track: readonly number[], startCount: Uint32Array): void => {
    const better: number[] = [];
    for (const race of track) {
      for (const { runner, raw } of listTimed(race)) {
        const before = meanBefore(runners.horse[runner] ?? 0, startCount);
        if (!Number.isNaN(before)) better.push(raw - before);
      }
    }
    const variant = better.length === 0 ? 0 : (medianOf(better) * better.length) / (better.length + VARIANT_PRIOR);
    for (const race of track) {
      for (const { runner, raw } of listTimed(race)) rated.time[runner] = toSteps(raw - variant, SECONDS_STEP);
    }
    for (const race of track) addWinner(race, variant);
  };

  return {
    /** Writes the figures of races [firstRace, endRace): all of one day. @param startCount before that day */
    addDay(firstRace: number, endRace: number, startCount: Uint32Array): void {
      const tracks = new Map<number, number[]>();
      for (let race = firstRace; race < endRace; race += 1) {
        if (races.hasResult[race] !== 1 || !isRated(races.surface[race] ?? 0, races.distance[race] ?? 0)) continue;
        const track = (races.venue[race] ?? 0) * 8 + (races.surface[race] ?? 0);
        const own = tracks.get(track);
        if (own === undefined) tracks.set(track, [race]);
        else own.push(race);
      }
      for (const track of tracks.values()) addTrack(track, startCount);
    },
  };
}

/** Seconds; 0 = unknown. */
function winnersTime(races: History["races"], runners: History["runners"], race: number): number {
  for (let runner = races.firstRunner[race] ?? 0; runner < (races.firstRunner[race + 1] ?? 0); runner += 1) {
    if (runners.rank[runner] === 1 && runners.isStart[runner] === 1) return (runners.time[runner] ?? 0) / 100;
  }
  return 0;
}

/** The middle one, or the mean of the two; sorts in place. @param values at least one */
export function medianOf(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = values.length >> 1;
  const upper = values[middle] ?? 0;
  return values.length % 2 === 1 ? upper : (upper + (values[middle - 1] ?? 0)) / 2;
}
