/** The sample of racing: simulated day by day from a fixed first day, so that a later end repeats every earlier race. */

import {
  addDays,
  dayNumber,
  dayOfNumber,
  japanDay,
  startOfJapanDay,
  weekdayOf,
} from "#app/domain/racing/japan-time.ts";
import { passWeek, recordRace } from "./careers.ts";
import { drawEntries, type PlannedRace } from "./entries.ts";
import { createPopulation } from "./population.ts";
import { raceRow, runnerRow, runRace, type SampleRace } from "./run-race.ts";

export type SampleSize = "decade" | "full" | "small";

export interface SampleOptions {
  seed: number;
  /** First day with races, YYYY-MM-DD in Japan: fixed at the first start, else every race changes. */
  from: string;
  /** Unix seconds: days before its Japanese day have results, later ones entries. */
  now: number;
  /** Only races on or after this day are given out; the simulation still runs from `from`. */
  emitSince?: string;
  /** Also say what every ticket is really worth; takes a few times as long. */
  withTickets?: boolean;
}

interface SampleWindow {
  from: string;
  /** Japan's day of `now`: scheduled, as all later days. */
  today: string;
  /** Last day with entries. */
  until: string;
}

/** Entries are drawn this many days ahead, so that the coming weekend always has them. */
const ENTRY_DAYS = 8;
/** Unseen weeks before `from` in which classes and rests settle. */
const BURN_IN_DAYS = 98;
const SMALL_DAYS = 70;
const WEIGHT_ANNOUNCED_BEFORE_SECONDS = 60 * 60;
const SKY_PUBLISHED_AT_HOUR = 8;
const MONDAY = 1;

/** The window that a first start at `now` should take: three years back, or ten weeks for tests; ten years to measure. */
export function sampleWindow(now: number, size: SampleSize = "full"): SampleWindow {
  const today = japanDay(now);
  const yearsBack = (years: number) =>
    `${Number(today.slice(0, 4)) - years}${today.slice(4)}`.replace("-02-29", "-02-28");
  return {
    from: size === "small" ? addDays(today, -SMALL_DAYS) : yearsBack(size === "full" ? 3 : 10),
    today,
    until: addDays(today, ENTRY_DAYS),
  };
}

/**
 * Yields races in the order of days. For equal seed and `from`, a later `now` yields the same rows for every race
 * that was past before, and for formerly entered races the same runners with results.
 */
export function* generateSample({
  seed,
  from,
  now,
  emitSince = from,
  withTickets = false,
}: SampleOptions): Generator<SampleRace> {
  const { today } = sampleWindow(now);
  const firstDay = dayNumber(from) - BURN_IN_DAYS;
  const todayNumber = dayNumber(today);
  const firstShown = Math.max(dayNumber(from), dayNumber(emitSince));
  const population = createPopulation(seed, firstDay, Number(dayOfNumber(firstDay).slice(0, 4)));
  const planned = new Map<number, PlannedRace[]>();
  for (let ahead = 0; ahead < ENTRY_DAYS; ahead++) {
    planned.set(firstDay + ahead, drawEntries(population, dayOfNumber(firstDay + ahead)));
  }
  for (let day = firstDay; day <= todayNumber; day++) {
    if (weekdayOf(dayOfNumber(day)) === MONDAY) passWeek(population, day);
    // Entries come before the day's races: they use results of earlier days only, whatever `now` is.
    planned.set(day + ENTRY_DAYS, drawEntries(population, dayOfNumber(day + ENTRY_DAYS)));
    if (day === todayNumber) break;
    for (const race of planned.get(day) ?? []) {
      const result = runRace(seed, race);
      recordRace(population, race, result);
      if (day >= firstShown) {
        const { race: row, runners, payouts, judgeTickets } = result;
        yield { race: row, runners, payouts, tickets: withTickets ? judgeTickets() : [] };
      }
    }
    planned.delete(day);
  }
  for (let day = Math.max(todayNumber, firstShown); day <= todayNumber + ENTRY_DAYS; day++) {
    for (const race of planned.get(day) ?? []) {
      yield scheduledRace(race, now, day === todayNumber);
    }
  }
}

/**
 * A race of today or later. Races of today stay scheduled until tomorrow even when they are over: results arrive with
 * the next start on a later day, as an operator's import after racing would bring them. A withdrawal is known when the weights are; exclusions happen at
 * the gate.
 */
function scheduledRace(planned: PlannedRace, now: number, isToday: boolean): SampleRace {
  const midnight = startOfJapanDay(planned.date);
  const published = isToday && now >= midnight + SKY_PUBLISHED_AT_HOUR * 3600;
  const weighed = now >= midnight + planned.spec.startMinute * 60 - WEIGHT_ANNOUNCED_BEFORE_SECONDS;
  return {
    race: raceRow(planned, "scheduled", published),
    runners: planned.entries.map((entry) => {
      const withdrawn = entry.withdrawal === "beforeSales" || entry.withdrawal === "afterSales";
      return runnerRow(planned, entry, weighed && withdrawn ? "scratched" : "entered", weighed && !withdrawn);
    }),
    payouts: [],
    tickets: [],
  };
}
