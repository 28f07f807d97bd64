/** Effects of races and passing weeks on horses: form, class, rest, transfers, retirement, new cohorts. */

import { dayNumber, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { PlannedRace } from "./entries.ts";
import { addCohort, type Horse, type Population, YEARLY_INTAKE } from "./population.ts";
import { createStream, type Stream, StreamPurpose } from "./random.ts";
import type { RunResult } from "./run-race.ts";

const CENTRAL_TOP = 4;
const REGIONAL_TOP = 6;
/** Earnings decay with each start, or veterans would fill the graded races. */
const EARNINGS_KEPT = 0.85;

export function recordRace(population: Population, planned: PlannedRace, { outcomes, runners }: RunResult): void {
  const stream = createStream(
    population.seed,
    StreamPurpose.weekly,
    planned.day,
    Number(planned.meeting.course.code),
    planned.spec.raceNum,
  );
  for (const [index, { entry, started, finishPosition, starters }] of outcomes.entries()) {
    const { horse } = entry;
    horse.committed = false;
    if (!started) {
      horse.readyDay = planned.day + 10 + stream.below(14);
      continue;
    }
    horse.starts += 1;
    horse.earningsYen = EARNINGS_KEPT * horse.earningsYen + (runners[index]?.prizeYen ?? 0);
    horse.lastStartDay = planned.day;
    horse.lastWeightKg = entry.bodyWeightKg ?? horse.lastWeightKg;
    horse.lastJockey = entry.jockey;
    horse.form = 0.75 * horse.form + 0.2 * stream.normal();
    horse.readyDay = planned.day + restDays(horse, stream);
    if (finishPosition === 1) promote(horse);
    else if (horse.circuit !== VenueType.central) demote(horse, finishPosition, starters, stream);
    if (stream.chance(retirementRate(horse, entry.age, finishPosition, starters))) horse.gone = true;
  }
}

function restDays(horse: Horse, stream: Stream): number {
  if (horse.circuit !== VenueType.central) return 12 + Math.floor(stream.exponential(9));
  if (stream.chance(0.12)) return 70 + stream.below(70);
  return 13 + Math.floor(stream.exponential(14));
}

function promote(horse: Horse): void {
  const top = horse.circuit === VenueType.central ? CENTRAL_TOP : REGIONAL_TOP;
  if (horse.classLevel < top) horse.classLevel += 1;
}

/** Regional classes are recalculated from recent earnings: horses that earn nothing move down. */
function demote(horse: Horse, finishPosition: number | null, starters: number, stream: Stream): void {
  const poor = finishPosition === null || finishPosition > starters / 2;
  if (poor && horse.classLevel > 0 && stream.chance(0.11)) horse.classLevel -= 1;
}

function retirementRate(horse: Horse, age: number, finishPosition: number | null, starters: number): number {
  if (finishPosition === null) return 0.25;
  const late = finishPosition > 0.7 * starters;
  const byAge = age <= 3 ? 0.006 : age <= 5 ? 0.022 : age <= 7 ? 0.05 : 0.12;
  const regionalFactor = horse.circuit === VenueType.central ? 1 : 0.6;
  return byAge * regionalFactor * (late ? 1.8 : 0.7);
}

export function passWeek(population: Population, day: number): void {
  const stream = createStream(population.seed, StreamPurpose.weekly, day);
  const date = dayOfNumber(day);
  const year = Number(date.slice(0, 4));
  addNewCohorts(population, day, year);
  const maidensLeave = date.slice(5) >= "09-08";
  for (const [circuit, horses] of population.horses) {
    for (const horse of horses) {
      if (horse.committed || horse.gone) continue;
      const waited = day - horse.readyDay;
      const limit = circuit === VenueType.monbetsu ? 230 : circuit === VenueType.central ? 130 : 70;
      const age = year - horse.birthYear;
      const maidenTooOld = circuit === VenueType.central && maidensLeave && age === 3 && horse.classLevel === 0;
      const worn =
        waited > limit || (circuit === VenueType.central && age >= 4 && horse.classLevel === 0 && !horse.jumper);
      if ((maidenTooOld || worn) && !horse.jumper) leaveCircuit(population, horse, day, stream);
      else if (worn) horse.gone = true;
      else if (
        circuit === VenueType.central &&
        age >= 3 &&
        !horse.jumper &&
        horse.starts > 3 &&
        stream.chance(0.0011)
      ) {
        startJumping(horse);
      } else if (circuit === VenueType.monbetsu && date.slice(5, 7) === "12" && stream.chance(0.05)) {
        transfer(population, horse, VenueType.nankan, day, stream);
      }
    }
  }
  for (const [circuit, horses] of population.horses) {
    population.horses.set(
      circuit,
      horses.filter((horse) => !horse.gone && horse.circuit === circuit),
    );
  }
}

function addNewCohorts(population: Population, day: number, year: number): void {
  const opening = dayNumber(`${year}-03-01`);
  if (day < opening || day >= opening + 7) return;
  for (const [circuit, count] of YEARLY_INTAKE) {
    addCohort(population, { circuit, birthYear: year - 2, count, firstDay: Number.NEGATIVE_INFINITY });
  }
}

function startJumping(horse: Horse): void {
  horse.jumper = true;
  horse.classLevel = 0;
}

function leaveCircuit(population: Population, horse: Horse, day: number, stream: Stream): void {
  const fate = stream.uniform();
  if (horse.circuit === VenueType.central && horse.starts > 0 && fate < 0.05) startJumping(horse);
  else if (horse.circuit === VenueType.central && fate < 0.34) {
    const target = stream.pickWeighted([
      [VenueType.nankan, 0.62],
      [VenueType.monbetsu, 0.2],
      [VenueType.otherRegional, 0.18],
    ] as const);
    transfer(population, horse, target, day, stream);
  } else horse.gone = true;
}

function transfer(population: Population, horse: Horse, circuit: VenueType, day: number, stream: Stream): void {
  const fromCentral = horse.circuit === VenueType.central;
  horse.circuit = circuit;
  horse.trainer = stream.pick(population.trainers.get(circuit) ?? []);
  horse.lastJockey = null;
  horse.jumper = false;
  if (fromCentral) horse.classLevel = Math.min(REGIONAL_TOP, 1 + horse.classLevel + stream.below(2));
  horse.readyDay = day + 20 + stream.below(50);
  population.horses.get(circuit)?.push(horse);
}
