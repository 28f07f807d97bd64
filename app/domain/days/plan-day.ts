import { japanDay } from "#app/domain/racing/japan-time.ts";
import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import type { Race } from "#app/domain/racing/records.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";

export interface DayRace extends Pick<Race, "raceId" | "date" | "venue" | "raceNum" | "startTime" | "status"> {
  venueType: number;
  runnerCount: number;
  isAcquiredWeight: boolean;
}

/**
 * Result of a confirmation for a race. to-count: consumes a use and analyses it. analysed: an analysis of the present
 * card exists. pending: one is running. The others cannot be analysed.
 */
export type PlannedState = "to-count" | "analysed" | "pending" | "cancelled" | "no-runners" | "no-weights";

export interface PlannedRace<Race extends DayRace> {
  race: Race;
  state: PlannedState;
  /** It is analysed once its body weights are out. */
  awaitsWeights: boolean;
  /** 発走後: an analysis made now comes after the start. */
  isStarted: boolean;
}

/** The day's races of the model's venue type, earliest first, as a confirmation at `now` would find them. */
export function planDay<Race extends DayRace>(
  races: readonly Race[],
  {
    model,
    standing,
    now,
  }: {
    model: { venueType: number; isWeight: boolean };
    /** Races that this model has analysed on the present card, or has queued. */
    standing: ReadonlyMap<string, "analysed" | "pending">;
    now: number;
  },
): PlannedRace<Race>[] {
  return races
    .filter(({ venueType }) => venueType === model.venueType)
    .toSorted(byStart)
    .map((race) => {
      const lacksWeights = model.isWeight && !race.isAcquiredWeight;
      const mayBeWeighed = race.status === "scheduled" && race.date >= japanDay(now);
      const state = stateOf(race, { standing: standing.get(race.raceId), isOut: lacksWeights && !mayBeWeighed });
      return {
        race,
        state,
        awaitsWeights: lacksWeights && mayBeWeighed && (state === "to-count" || state === "pending"),
        isStarted: hasStarted(race, now),
      };
    });
}

function stateOf(
  { status, runnerCount }: DayRace,
  { standing, isOut }: { standing: "analysed" | "pending" | undefined; isOut: boolean },
): PlannedState {
  if (status === "cancelled") return "cancelled";
  if (standing !== undefined) return standing;
  if (runnerCount === 0) return "no-runners";
  return isOut ? "no-weights" : "to-count";
}

function hasStarted(race: Pick<DayRace, "date" | "startTime" | "status">, now: number): boolean {
  return race.status === "result" || fixedAgainstStart(now, race).kind === "after";
}

/** Earliest first, then by course and number; unknown times last. */
function byStart<Race extends Pick<DayRace, "startTime" | "venue" | "raceNum">>(one: Race, other: Race): number {
  return (
    compareTexts(one.startTime ?? "99:99", other.startTime ?? "99:99") ||
    compareTexts(one.venue, other.venue) ||
    one.raceNum - other.raceNum
  );
}

/** The races that most readers want first: before the start, graded, then the later of each course. */
export function mainRaces(
  races: readonly PlannedRace<DayRace & { grade: string | null }>[],
  most: number,
): ReadonlySet<string> {
  const byInterest = races.toSorted(
    (one, other) =>
      Number(one.isStarted) - Number(other.isStarted) ||
      Number(other.race.grade !== null) - Number(one.race.grade !== null) ||
      other.race.raceNum - one.race.raceNum,
  );
  return new Set(byInterest.slice(0, most).map(({ race }) => race.raceId));
}
