import type { Artifact } from "#app/domain/learning/artifact.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import { dayOfNumber } from "#app/domain/racing/japan-time.ts";
import type { Surface } from "#app/domain/racing/race.ts";
import { indexesOf } from "#app/domain/scoring/score-race.ts";
import type { ForecastRace, ForecastRunner } from "./forecast-race.ts";

/** Indexed by the codes of RowIndex.raceSurface. */
const SURFACE_BY_CODE: readonly (Surface | null)[] = [null, "turf", "dirt", "jump"];

type Outcome = Pick<ForecastRace, "venue" | "distanceM" | "going" | "payouts">;

/** For races no longer in the database. */
const UNKNOWN: Outcome = { venue: "", distanceM: null, going: null, payouts: [] };

interface ForecastTask {
  races: TrainingRaces;
  race: number;
  outputs: Float64Array;
  artifact: Pick<Artifact, "temperature" | "sigma">;
  outcome: Outcome | undefined;
}

export function forecastRace({ races, race, outputs, artifact, outcome = UNKNOWN }: ForecastTask): ForecastRace {
  const { index } = races;
  const start = races.raceStart[race]!;
  const source = races.sourceStart[race]!;
  const isStarter = races.isStarter.subarray(start, races.raceStart[race + 1]!);
  const probabilities = winProbabilities(outputs, isStarter, artifact.temperature);
  const indexes = indexesOf(outputs, artifact.sigma);
  const runners: ForecastRunner[] = [];
  for (const [runner, forecast] of indexes.entries()) {
    const row = start + runner;
    runners.push({
      horseNum: index.horseNum[source + runner]!,
      index: forecast,
      probability: probabilities[runner]!,
      isStarter: isStarter[runner] === 1,
      finishPosition: races.place[row]!,
      winOdds: index.winOdds[source + runner]!,
    });
  }
  return {
    raceId: index.raceIds[races.sourceRace[race]!]!,
    date: dayOfNumber(races.raceDay[race]!),
    surface: SURFACE_BY_CODE[races.raceSurface[race]!] ?? null,
    ...{ venue: outcome.venue, distanceM: outcome.distanceM, going: outcome.going, payouts: outcome.payouts },
    runners,
  };
}
