import { groupBy } from "#app/domain/racing/group-by.ts";
import { japanDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { isStarter, VenueType } from "#app/domain/racing/race.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import { drawnAt } from "../entries.ts";
import type { SampleRace } from "../run-race.ts";
import {
  courseRecord,
  jockeyRecord,
  type Sky,
  skyRecord,
  startTimeRecord,
  weightsRecord,
  withdrawalRecord,
} from "./announcements.ts";
import { changesOf, type RaceChanges, startOf } from "./changes.ts";
import { entryRecord, horseRecord } from "./entry-record.ts";
import { boardAt } from "./odds-board.ts";
import { oddsRecords } from "./odds-records.ts";
import { payoutRecord, raceRecord, type Stage } from "./race-record.ts";

export interface Delivery {
  at: number;
  /** What they are, for file names: `20261121-05-11-odds`. */
  name: string;
  records: Uint8Array[];
}

const MINUTE = 60;
const HOUR = 3600;
const SKY_HOUR = 8;
/** Odds of a race, in minutes before its start; those from wide to trifecta, which are long, only at every third. */
const ODDS_MINUTES = [...[150, 120, 90, 75, 60, 50, 40, 30, 25, 20, 15, 12, 10, 8, 6, 5, 4, 3, 2, 1, 0]] as const;
const WHOLE_ODDS_EVERY = 3;
const CHANGE_OF_SKY_AFTER = 10 * MINUTE;
const QUICK_RESULT_AFTER = 4 * MINUTE;
const RESULT_AFTER = 9 * MINUTE;
const FINAL_AFTER = 22 * MINUTE;
const REGIONAL_FINAL_AFTER = 13 * MINUTE;
const CANCELLED_BEFORE = 45 * MINUTE;
const SLIP_YEN = 90;

/**
 * All deliveries about one day's races, in the order of time. Together they give the sample's own rows.
 * @param samples the day's races as they ended
 */
export function raceDay(
  seed: number,
  samples: readonly SampleRace[],
  oddsMinutes: readonly number[] = ODDS_MINUTES,
): Delivery[] {
  const deliveries = byCourse(samples).flatMap((course) => [
    ...skyOf(course),
    ...course.flatMap((sample) => {
      const others = course.filter((other) => other !== sample);
      return raceOf({ seed, oddsMinutes }, sample, changesOf(seed, sample, others));
    }),
  ]);
  return deliveries.sort((one, other) => one.at - other.at);
}

export const byCourse = (samples: readonly SampleRace[]): SampleRace[][] => [
  ...groupBy(samples, ({ race }) => race.venue).values(),
];

/** Weather and going as they are when the course opens, and each change between two races. */
export function skyOf(course: readonly SampleRace[]): Delivery[] {
  const races = course.map(({ race }) => race).sort((one, other) => one.raceNum - other.raceNum);
  const [first] = races;
  if (first === undefined) return [];
  const going = (isDirt: boolean) => races.find(({ surface }) => (surface === "dirt") === isDirt)?.going ?? null;
  let sky: Sky = { weather: first.weather, turf: going(false), dirt: going(true) };
  const name = `${first.raceId.slice(0, -2)}00-sky`;
  const opening = startOfJapanDay(first.date) + SKY_HOUR * HOUR;
  const deliveries = [{ at: opening, name, records: [skyRecord(first, "1", { now: sky, before: sky }, opening)] }];
  let changeAt = opening;
  for (const race of races) {
    const now: Sky = {
      weather: race.weather,
      turf: race.surface === "dirt" ? sky.turf : race.going,
      dirt: race.surface === "dirt" ? race.going : sky.dirt,
    };
    const states = { now, before: sky };
    const records = [
      ...(now.weather === sky.weather ? [] : [skyRecord(race, "2", states, changeAt)]),
      ...(now.turf === sky.turf && now.dirt === sky.dirt ? [] : [skyRecord(race, "3", states, changeAt)]),
    ];
    if (records.length > 0) deliveries.push({ at: changeAt, name, records });
    sky = now;
    changeAt = startOf(race) + CHANGE_OF_SKY_AFTER;
  }
  return deliveries;
}

function raceOf(
  { seed, oddsMinutes }: { seed: number; oddsMinutes: readonly number[] },
  sample: SampleRace,
  changes: RaceChanges,
): Delivery[] {
  const { race, runners } = sample;
  const start = startOf(race);
  const draw = drawnAt(race.date);
  const eve = japanDay(draw);
  const delivery = (at: number, what: string, records: Uint8Array[]): Delivery => ({
    at,
    name: `${race.raceId}-${what}`,
    records,
  });
  const card = delivery(draw, "card", [
    ...runners.map((runner) => horseRecord(runner, { stage: "2", madeOn: eve })),
    ...stageRecords(sample, changes, "2", eve),
  ]);
  if (race.status === "cancelled") {
    return [card, delivery(start - CANCELLED_BEFORE, "cancelled", stageRecords(sample, changes, "9", race.date))];
  }
  return [
    card,
    ...announcementsOf(sample, changes).map(({ at, what, record }) => delivery(at, what, [record])),
    ...oddsMinutes.flatMap((minutes, index) => {
      const at = start - minutes * MINUTE;
      const isWhole = index % WHOLE_ODDS_EVERY === 0;
      const board = boardAt(seed, sample, changes, minutes * MINUTE);
      const moment = { stage: "1", madeOn: race.date, at };
      return board === null ? [] : [delivery(at, "odds", oddsRecords(sample, board, moment, { isWhole }))];
    }),
    ...resultsOf(seed, sample, changes, delivery),
  ];
}

interface Announcement {
  at: number;
  what: string;
  record: Uint8Array;
}

export function announcementsOf({ race, runners }: SampleRace, changes: RaceChanges): Announcement[] {
  const { jockey, withdrawals, cardChangedBefore } = changes;
  const { startTime, distanceM } = changes.card;
  const announcements: Announcement[] = [];
  const announce = (secondsBefore: number, what: string, write: (at: number) => Uint8Array): void => {
    const at = startOf(race) - secondsBefore;
    announcements.push({ at, what, record: write(at) });
  };
  for (const { runner, secondsBefore } of withdrawals)
    announce(secondsBefore, `withdrawal-${runner.horseNum}`, (at) => withdrawalRecord(race, runner, at));
  if (jockey !== null && isStarter(jockey.runner.status) && race.status !== "cancelled")
    announce(jockey.secondsBefore, "jockey", (at) => jockeyRecord(race, jockey.runner, jockey.before, at));
  if (startTime !== undefined) announce(cardChangedBefore, "start-time", (at) => startTimeRecord(race, startTime, at));
  if (distanceM !== undefined) announce(cardChangedBefore, "course", (at) => courseRecord(race, distanceM, at));
  if (runners.some(({ bodyWeightKg }) => bodyWeightKg !== null))
    announce(changes.weightsBefore, "weights", (at) => weightsRecord(race, runners, at));
  return announcements;
}

export function stageRecords(
  { race, runners }: SampleRace,
  { card, jockey }: RaceChanges,
  stage: Stage,
  madeOn: string,
): Uint8Array[] {
  const made = { stage, madeOn };
  return [
    raceRecord({ race, runners }, made, card),
    ...runners.map((runner) => {
      const rider = jockey !== null && jockey.runner.horseNum === runner.horseNum ? jockey.before : runner;
      return entryRecord(race, runner, made, rider);
    }),
  ];
}

/** Central results come in three steps, regional ones as the final record only. */
function resultsOf(
  seed: number,
  sample: SampleRace,
  changes: RaceChanges,
  delivery: (at: number, what: string, records: Uint8Array[]) => Delivery,
): Delivery[] {
  const { race, payouts } = sample;
  const start = startOf(race);
  const madeOn = race.date;
  const board = boardAt(seed, sample, changes, 0);
  const odds = board === null ? [] : oddsRecords(sample, board, { stage: "4", madeOn, at: null });
  const final = [...stageRecords(sample, changes, "7", madeOn), payoutRecord(sample, { stage: "2", madeOn })];
  if (race.venueType !== VenueType.central) {
    return [delivery(start + REGIONAL_FINAL_AFTER, "final", [...final, ...odds])];
  }
  const quick = { ...sample, payouts: changes.isCorrected ? slipped(payouts) : payouts };
  return [
    delivery(start + QUICK_RESULT_AFTER, "first-three", stageRecords(sample, changes, "3", madeOn)),
    delivery(start + RESULT_AFTER, "result", [
      ...stageRecords(sample, changes, "5", madeOn),
      payoutRecord(quick, { stage: "1", madeOn }),
      ...odds,
    ]),
    delivery(start + FINAL_AFTER, "final", final),
  ];
}

function slipped(payouts: readonly Payout[]): Payout[] {
  return payouts.map((payout, index) =>
    index === payouts.length - 1 ? { ...payout, payoutYen: payout.payoutYen + SLIP_YEN } : payout,
  );
}
