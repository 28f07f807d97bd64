import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { GOINGS, isStarter, type RunnerStatus, SEXES, SURFACES, WEATHERS } from "#app/domain/racing/race.ts";
import { GrowingArray, trimAll } from "./growing-array.ts";
import { type History, NONE, NONE_16, type SourceRace, type SourceRunner } from "./history.ts";
import { levelOf } from "./race-level.ts";

export function buildHistory(races: readonly SourceRace[]): History {
  const builder = new HistoryBuilder();
  for (const race of sortRaces(races)) builder.add(race);
  return builder.finish();
}

/** Sorts by (date, race id), and each race's runners by horse number. */
export function sortRaces(races: readonly SourceRace[]): SourceRace[] {
  return races
    .map((race) => ({ ...race, runners: [...race.runners].sort((a, b) => a.horseNum - b.horseNum) }))
    .sort((a, b) => compareText(a.date, b.date) || compareText(a.raceId, b.raceId));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function columnsOfRunners(count?: number) {
  return {
    horse: new GrowingArray(Int32Array, count),
    jockey: new GrowingArray(Int32Array, count),
    trainer: new GrowingArray(Int32Array, count),
    sire: new GrowingArray(Int32Array, count),
    damSire: new GrowingArray(Int32Array, count),
    horseNum: new GrowingArray(Uint8Array, count),
    bracket: new GrowingArray(Uint8Array, count),
    sex: new GrowingArray(Uint8Array, count),
    age: new GrowingArray(Uint8Array, count),
    carriedWeight: new GrowingArray(Uint16Array, count),
    bodyWeight: new GrowingArray(Uint16Array, count),
    bodyWeightChange: new GrowingArray(Int16Array, count),
    isStarter: new GrowingArray(Uint8Array, count),
    isStart: new GrowingArray(Uint8Array, count),
    finish: new GrowingArray(Uint8Array, count),
    rank: new GrowingArray(Int16Array, count),
    marginMs: new GrowingArray(Int32Array, count),
    firstCorner: new GrowingArray(Int16Array, count),
    finalCorner: new GrowingArray(Int16Array, count),
    prizeYen: new GrowingArray(Int32Array, count),
    time: new GrowingArray(Uint16Array, count),
    last600: new GrowingArray(Uint16Array, count),
    trouble: new GrowingArray(Uint8Array, count),
    winOdds: new GrowingArray(Float32Array, count),
  };
}

export class HistoryBuilder {
  readonly #raceIds: string[] = [];
  readonly #races = {
    day: new GrowingArray(Int32Array),
    venueType: new GrowingArray(Uint8Array),
    venue: new GrowingArray(Uint16Array),
    surface: new GrowingArray(Uint8Array),
    weather: new GrowingArray(Uint8Array),
    going: new GrowingArray(Uint8Array),
    distance: new GrowingArray(Uint16Array),
    hasResult: new GrowingArray(Uint8Array),
    level: new GrowingArray(Uint8Array),
    firstRunner: new GrowingArray(Uint32Array),
  };
  readonly #runners: ReturnType<typeof columnsOfRunners>;
  readonly #horses = new Numbering();
  readonly #jockeys = new Numbering();
  readonly #trainers = new Numbering();
  readonly #sires = new Numbering();
  readonly #venues = new Numbering();
  #runnerCount = 0;
  #last = { date: "", raceId: "" };

  /** @param runners their number, if known */
  constructor({ runners }: { runners?: number } = {}) {
    this.#runners = columnsOfRunners(runners);
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

/**
 * Runners that did not finish or were disqualified left the gate too. A runner still "entered" in a finished race did
 * not.
 */
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
