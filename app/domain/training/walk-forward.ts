import { fitTemperature, poolWithinRaceSpread } from "#app/domain/learning/calibration/temperature.ts";
import type { Refit } from "#app/domain/learning/refits.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import type { TestPeriod } from "#app/domain/learning/walk-plan.ts";
import { dayOfNumber } from "#app/domain/racing/japan-time.ts";

/**
 * A temperature fitted on the few races of a short history would flatter the report on them: 1 / T is held to 1 as by a
 * standard deviation of a quarter, about what thirty races say. Of a thousand races it moves nothing that shows.
 */
const TEMPERATURE_HOLD = 16;

/** What refits said of races that they had not seen. */
export interface Walk {
  periods: readonly TestPeriod[];
  /** One per period, oldest first. */
  refits: Refit[];
  /** The first race tested; all from it on are. */
  firstRace: number;
  /** f per row of the races, by the refit of the race's period; 0 before the first race tested. */
  outputs: Float64Array;
  /** Fitted on all races tested, held to 1 where they are few: probability = softmax(f / temperature). */
  temperature: number;
  /** Pooled within-race standard deviation of f over the declared runners of all races tested. */
  sigma: number;
}

/** Pools what the refits of all periods said. @param learnt what a learner gave for the periods */
export function closeWalk(
  races: TrainingRaces,
  periods: readonly TestPeriod[],
  { refits, outputs }: { refits: readonly unknown[]; outputs: Float64Array },
): Walk {
  const firstRace = periods[0]?.firstRace ?? races.raceCount;
  return {
    periods,
    refits: periods.map(({ firstRace: end }, position) => ({
      cutoffDay: dayOfNumber(races.raceDay[end]!),
      learntTo: dayOfNumber(races.raceDay[end - 1]!),
      races: end,
      parameters: refits[position],
    })),
    firstRace,
    outputs,
    temperature: roundNumber(fitTemperature(races, firstRace, outputs, TEMPERATURE_HOLD)),
    sigma: roundNumber(poolWithinRaceSpread(races, firstRace, outputs)),
  };
}
