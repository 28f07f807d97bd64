import {
  addDays,
  dayNumber,
  dayOfNumber,
  japanDay,
  startOfJapanDay,
  weekdayOf,
} from "#app/domain/racing/japan-time.ts";
import { passWeek, recordRace } from "./careers.ts";
import { drawEntries, drawnAt, type PlannedRace } from "./entries.ts";
import { createPopulation } from "./population.ts";
import { raceRow, refundedOf, runnerRow, runRace, type SampleRace } from "./run-race.ts";

export type SampleSize = "decade" | "full" | "small";

export interface SampleOptions {
  seed: number;
  /** First day with races, YYYY-MM-DD in Japan. Fixed at the first start; changing it changes every race. */
  from: string;
  /** Unix seconds: days before its day in Japan have results, later ones their races, with runners from the draw on. */
  now: number;
  /** Yields only races on or after this day; the simulation still runs from `from`. */
  emitSince?: string;
  /** Also computes the true value of every ticket; takes a few times as long. */
  withTickets?: boolean;
}

interface SampleWindow {
  from: string;
  /** Day of `now` in Japan: scheduled, like all later days. */
  today: string;
  until: string;
}

/** Races are made this many days ahead, so that the coming weekend is always known; their runners are shown from the draw. */
const ENTRY_DAYS = 8;
/** Simulated days before `from` that are not yielded, in which classes and rests settle. */
const BURN_IN_DAYS = 98;
const SMALL_DAYS = 70;
const WEIGHT_ANNOUNCED_BEFORE_SECONDS = 60 * 60;
const SKY_PUBLISHED_AT_HOUR = 8;
const MONDAY = 1;

/** The window for a first start at `now`: three years back, or ten weeks for tests; ten years for measurements. */
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

/** Yields races day by day. For equal seed and `from`, a later `now` yields the same rows for past races. */
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
    // Draw entries before running the day's races, so that they use only earlier results, whatever `now` is.
    planned.set(day + ENTRY_DAYS, drawEntries(population, dayOfNumber(day + ENTRY_DAYS)));
    if (day === todayNumber) break;
    for (const race of planned.get(day) ?? []) {
      const result = runRace(seed, race);
      recordRace(population, race, result);
      if (day >= firstShown) {
        const { judgeTickets, outcomes: _, ...rows } = result;
        yield { ...rows, tickets: withTickets ? judgeTickets() : [] };
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
 * A race of today or later. Before its draw it has no runners. Today's races stay scheduled until tomorrow, as if
 * imported daily. Withdrawals are known with the weights; exclusions happen at the gate.
 */
function scheduledRace(planned: PlannedRace, now: number, isToday: boolean): SampleRace {
  const midnight = startOfJapanDay(planned.date);
  const published = isToday && now >= midnight + SKY_PUBLISHED_AT_HOUR * 3600;
  const isDrawn = now >= drawnAt(planned.date);
  const weighed = now >= midnight + planned.spec.startMinute * 60 - WEIGHT_ANNOUNCED_BEFORE_SECONDS;
  return {
    race: raceRow(planned, "scheduled", published),
    runners: (isDrawn ? planned.entries : []).map((entry) => {
      const withdrawn = entry.withdrawal === "beforeSales" || entry.withdrawal === "afterSales";
      return runnerRow(planned, entry, weighed && withdrawn ? "scratched" : "entered", weighed && !withdrawn);
    }),
    payouts: [],
    pools: null,
    refunded: isDrawn ? refundedOf(planned) : [],
    tickets: [],
  };
}
