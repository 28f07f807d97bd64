import type { Grade } from "#app/domain/racing/race.ts";

/** What a search by name finds. */

export interface FoundRace {
  raceId: string;
  date: string;
  venue: string;
  raceNum: number;
  raceName: string;
  grade: Grade | null;
}

/** A horse with its newest race. */
interface FoundHorse extends FoundRace {
  horseId: string;
  name: string;
}

/** A ride of the nearest race day. */
interface FoundRide extends FoundRace {
  startTime: string | null;
  jockeyName: string;
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
}

export interface FoundNames {
  horses: FoundHorse[];
  /** The newest first. */
  races: FoundRace[];
  jockeys: { name: string }[];
  rides: FoundRide[];
}
