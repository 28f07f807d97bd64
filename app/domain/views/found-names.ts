import type { Grade } from "#app/domain/racing/race.ts";

export interface FoundRace {
  raceId: string;
  date: string;
  venue: string;
  raceNum: number;
  raceName: string;
  grade: Grade | null;
}

/** With its newest race. */
interface FoundHorse extends FoundRace {
  horseId: string;
  name: string;
}

/** A ride on the nearest race day. */
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
