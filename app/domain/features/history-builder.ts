import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import { GOINGS, isStarter, type RunnerStatus, SEXES, SURFACES, WEATHERS } from "#app/domain/racing/race.ts";
import { type GrowingArrays, growAll, trimAll } from "./growing-array.ts";
import {
  type History,
  NONE,
  NONE_16,
  RACE_ARRAYS,
  RUNNER_ARRAYS,
  type SourceRace,
  type SourceRunner,
} from "./history.ts";
import { levelOf } from "./race-level.ts";

export function sortRaces(races: readonly SourceRace[]): SourceRace[] {
  return races
    .map((race) => ({ ...race, runners: [...race.runners].sort((a, b) => a.horseNum - b.horseNum) }))
    .sort((a, b) => compareTexts(a.date, b.date) || compareTexts(a.raceId, b.raceId));
}

export class HistoryBuilder {
  readonly #raceIds: string[] = [];
  readonly #races = growAll(RACE_ARRAYS);
  readonly #runners: GrowingArrays<typeof RUNNER_ARRAYS>;
  readonly #horses = new Numbering();
  readonly #jockeys = new Numbering();
  readonly #trainers = new Numbering();
  readonly #sires = new Numbering();
  readonly #venues = new Numbering();
  #runnerCount = 0;
  #last = { date: "", raceId: "" };

  constructor({ runners }: { runners?: number } = {}) {
    this.#runners = growAll(RUNNER_ARRAYS, runners);
  }

  /** @throws RangeError unless races come in (date, race id) order and runners by horse number. */
  add(race: SourceRace): void {
    const last = this.#last;
    if (race.date < last.date || (race.date === last.date && race.raceId <= last.raceId)) {
      throw new RangeError(`race ${race.raceId} is out of order`);
    }
    this.#last = race;
    this.#addRace(race);
    let lastNum = 0;
    for (const runner of race.runners) {
      if (runner.horseNum <= lastNum) throw new RangeError(`runners of race ${race.raceId} are out of order`);
      lastNum = runner.horseNum;
      this.#addRunner(runner, race.status === "result");
    }
  }

  finish(): History {
    this.#races.firstRunner.push(this.#runnerCount);
    return {
      raceCount: this.#raceIds.length,
      runnerCount: this.#runnerCount,
      horseCount: this.#horses.count,
      jockeyCount: this.#jockeys.count,
      trainerCount: this.#trainers.count,
      sireCount: this.#sires.count,
      races: { id: this.#raceIds, ...trimAll(this.#races) },
      runners: trimAll(this.#runners),
    };
  }

  #addRace(race: SourceRace): void {
    const races = this.#races;
    this.#raceIds.push(race.raceId);
    races.day.push(dayNumber(race.date));
    races.venueType.push(race.venueType);
    races.venue.push(this.#venues.numberOf(race.venue));
    races.surface.push(race.surface === null ? 0 : SURFACES.indexOf(race.surface) + 1);
    races.weather.push(race.weather === null ? 0 : WEATHERS.indexOf(race.weather) + 1);
    races.going.push(race.going === null ? 0 : GOINGS.indexOf(race.going) + 1);
    races.distance.push(race.distanceM ?? 0);
    races.hasResult.push(race.status === "result" ? 1 : 0);
    races.level.push(levelOf(race));
    races.firstRunner.push(this.#runnerCount);
  }

  #addRunner(runner: SourceRunner, hasResult: boolean): void {
    const runners = this.#runners;
    const ranks = runner.status !== "did_not_finish" && runner.status !== "disqualified";
    const corners = parseCorners(runner.cornerPositions);
    runners.horse.push(this.#horses.numberOf(runner.horseId));
    runners.jockey.push(this.#jockeys.numberOf(runner.jockeyId));
    runners.trainer.push(this.#trainers.numberOf(runner.trainerId));
    runners.sire.push(this.#sires.numberOf(runner.sireName));
    runners.damSire.push(this.#sires.numberOf(runner.damSireName));
    runners.horseNum.push(runner.horseNum);
    runners.bracket.push(runner.bracketNum ?? 0);
    runners.sex.push(runner.sex === null ? 0 : SEXES.indexOf(runner.sex) + 1);
    runners.age.push(runner.age ?? 0);
    runners.carriedWeight.push(Math.round((runner.carriedWeightKg ?? 0) * 100));
    runners.bodyWeight.push(runner.bodyWeightKg ?? 0);
    runners.bodyWeightChange.push(runner.bodyWeightChangeKg ?? NONE_16);
    runners.isStarter.push(isStarter(runner.status) ? 1 : 0);
    runners.isStart.push(hasResult && isPastStart(runner.status) ? 1 : 0);
    runners.finish.push(runner.finishPosition ?? 0);
    runners.rank.push(ranks ? (runner.finishPosition ?? NONE_16) : NONE_16);
    runners.marginMs.push(ranks && runner.marginS !== null ? Math.round(runner.marginS * 1000) : NONE);
    runners.firstCorner.push(corners?.first ?? NONE_16);
    runners.finalCorner.push(corners?.final ?? NONE_16);
    runners.prizeYen.push(runner.prizeYen ?? NONE);
    runners.time.push(ranks ? hundredthsOf(runner.timeS) : 0);
    runners.last600.push(ranks ? hundredthsOf(runner.last600mS) : 0);
    runners.trouble.push(runner.trouble === null ? 0 : runner.trouble ? 2 : 1);
    runners.winOdds.push(runner.winOdds ?? Number.NaN);
    this.#runnerCount += 1;
  }
}

/** 0 if unknown or too many for 16 bits. */
function hundredthsOf(seconds: number | null): number {
  const hundredths = Math.round((seconds ?? 0) * 100);
  return hundredths > 0xffff ? 0 : hundredths;
}

class Numbering {
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#numbers.size;
  }

  /** NONE for no name. */
  numberOf(name: string | null): number {
    if (name === null) return NONE;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** Runners that did not finish left the gate too. A runner still "entered" in a finished race did not. */
function isPastStart(status: RunnerStatus): boolean {
  return isStarter(status) && status !== "entered";
}

/** Straight courses have one number or none; both corners are then missing. */
function parseCorners(text: string | null): { first: number; final: number } | null {
  if (text === null) return null;
  const split = text.indexOf("-");
  if (split < 0) return null;
  const first = Number(text.slice(0, split));
  const final = Number(text.slice(text.lastIndexOf("-") + 1));
  return first > 0 && final > 0 ? { first, final } : null;
}
