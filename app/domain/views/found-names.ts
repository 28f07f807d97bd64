import type { Race, Runner } from "#app/domain/racing/records.ts";

export interface FoundRace extends Pick<Race, "raceId" | "date" | "venue" | "raceNum" | "grade"> {
  raceName: string;
}

/** With its newest race. */
interface FoundHorse extends FoundRace {
  horseId: string;
  name: string;
}

/** A ride on the nearest race day. */
interface FoundRide extends FoundRace, Pick<Runner, "horseNum" | "bracketNum" | "horseName"> {
  startTime: string | null;
  jockeyName: string;
}

export interface FoundNames {
  horses: FoundHorse[];
  /** The newest first. */
  races: FoundRace[];
  jockeys: { name: string }[];
  rides: FoundRide[];
}
