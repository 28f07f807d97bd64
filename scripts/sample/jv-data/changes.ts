import { dayNumber, japanTime, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { isStarter, VenueType } from "#app/domain/racing/race.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { createStream, StreamPurpose } from "../random.ts";
import type { SampleRace } from "../run-race.ts";
import type { Rider } from "./entry-record.ts";
import type { CardBefore } from "./race-record.ts";

export interface RaceChanges {
  card: CardBefore;
  /** Seconds before the start at which a new start time or distance is announced. */
  cardChangedBefore: number;
  jockey: { runner: Runner; before: Rider; secondsBefore: number } | null;
  withdrawals: { runner: Runner; isAfterSales: boolean; secondsBefore: number }[];
  weightsBefore: number;
  /** Whether the first payouts had a slip that the final ones correct. */
  isCorrected: boolean;
}

const JOCKEY_RATE = 0.06;
const START_TIME_RATE = 0.025;
const COURSE_RATE = 0.002;
const CORRECTION_RATE = 0.03;
const DELAY_MINUTES = 5;
const WIND_METRES = 100;
const MINUTE = 60;
const EXCLUDED_SECONDS_BEFORE = 2 * MINUTE;

/** All races of the sample have a start time. */
export const startOf = (race: Race): number => startOfRace(race) ?? startOfJapanDay(race.date);

/**
 * The changes of a race, by its seed.
 * @param others the day's other races of the course, whose jockeys may have been on the card
 */
export function changesOf(seed: number, sample: SampleRace, others: readonly SampleRace[]): RaceChanges {
  const { race, runners, refunded } = sample;
  const courseCode = Number(race.raceId.split("-")[1]);
  const stream = createStream(seed, StreamPurpose.live, dayNumber(race.date), courseCode, race.raceNum);
  const isCentral = race.venueType === VenueType.central;
  // Nothing of the card depends on what becomes of race and horses, as it is written the day before.
  const hasNewJockey = stream.chance(JOCKEY_RATE);
  const runner = stream.pick(runners);
  const before = stream.pick(others.length > 0 ? others.flatMap((other) => other.runners) : runners);
  const isFree = runners.every(({ jockeyId }) => jockeyId !== before.jockeyId);
  const minutes = (from: number, count: number): number => MINUTE * (from + stream.below(count));
  const secondsBefore = minutes(40, 100);
  const isLater = stream.chance(START_TIME_RATE);
  const isShorter = stream.chance(COURSE_RATE) && isCentral && race.distanceM !== null;
  const rider = { jockeyId: before.jockeyId, jockeyName: before.jockeyName };
  const jockey = hasNewJockey && isFree ? { runner, before: rider, secondsBefore } : null;
  const card: CardBefore = {
    ...(isLater ? { startTime: japanTime(startOf(race) - DELAY_MINUTES * MINUTE) } : {}),
    ...(isShorter ? { distanceM: (race.distanceM ?? 0) + WIND_METRES } : {}),
  };
  return {
    card,
    cardChangedBefore: card.distanceM === undefined ? minutes(15, 20) : minutes(90, 60),
    jockey,
    withdrawals: runners
      .filter(({ status }) => !isStarter(status))
      .map((withdrawn) => {
        const isAfterSales = refunded.includes(withdrawn.horseNum);
        const secondsBefore =
          withdrawn.status === "excluded" ? EXCLUDED_SECONDS_BEFORE : isAfterSales ? minutes(25, 30) : minutes(150, 60);
        return { runner: withdrawn, isAfterSales, secondsBefore };
      }),
    weightsBefore: minutes(48, 7),
    isCorrected: stream.chance(CORRECTION_RATE),
  };
}
