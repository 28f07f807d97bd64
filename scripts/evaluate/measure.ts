import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { listRaceOutcomes, type RaceOutcome } from "#app/db/racing/race-outcomes.server.ts";
import type { ForecastRace } from "#app/domain/evaluation/forecast-race.ts";
import { forecastRace } from "#app/domain/evaluation/forecast-races.ts";
import { createReturnsTally } from "#app/domain/evaluation/forecast-returns.ts";
import { createSkillTally } from "#app/domain/evaluation/forecast-skill.ts";
import { type PackedModelDetails, unpackModelDetails } from "#app/domain/evaluation/model-details.ts";
import type { Returns, ReturnsWithHits } from "#app/domain/evaluation/returns.ts";
import { createSecondStageTally } from "#app/domain/evaluation/second-stage.ts";
import { type Artifact, openFor } from "#app/domain/learning/artifact.ts";
import { countPaidPlaces, placeProbabilities } from "#app/domain/learning/calibration/order-probabilities.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { selectTrainingRaces } from "#app/domain/learning/training-races.ts";
import { dayNumber, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import { measureCalibration } from "./calibration.ts";
import type { Measurement, ReturnsByBet } from "./protocol.ts";
import { readWalkForward } from "./walk-forward.ts";

const RACES_PER_QUERY = 1000;

/** With the final fit, as a user would see it; skill and returns are those of the flat races. */
export async function measure(
  env: { DB: D1Database; STORE: R2Bucket },
  {
    artifactKey,
    details,
    testUntil,
    withPredictions,
  }: { artifactKey: string; details: string | null; testUntil: string; withPredictions: boolean },
): Promise<Measurement> {
  const artifact = await getArtifact(env.STORE, artifactKey);
  const { predictor } = openFor(artifact, artifact.cutoffDay);
  const features = createFeatureStore(env.STORE);
  const manifest = await features.readManifest();
  if (manifest === null) throw new Error("the features are not built");
  const index = await features.readRowIndex(manifest, artifact.venueType);
  const races = selectTrainingRaces(index, {
    fromDay: dayNumber(artifact.cutoffDay),
    toDay: dayNumber(testUntil),
    maxRows: Infinity,
  });
  const raceIds = Array.from(races.sourceRace, (race) => index.raceIds[race]!);
  const skill = createSkillTally();
  const returns = createReturnsTally();
  const secondStage = createSecondStageTally();
  const forecasts: ForecastRace[] = [];
  let outcomes = new Map<string, RaceOutcome>();
  for (const [race, raceId] of raceIds.entries()) {
    if (race % RACES_PER_QUERY === 0) {
      const rows = await listRaceOutcomes(openDatabase(env.DB), raceIds.slice(race, race + RACES_PER_QUERY));
      outcomes = new Map(rows.map((outcome) => [outcome.raceId, outcome]));
    }
    const place = { venueType: artifact.venueType, date: dayOfNumber(races.raceDay[race]!), raceId };
    const codes = await features.readRace(manifest, place, artifact.scope, predictor.columnIds);
    if (codes === null) throw new Error(`race ${raceId} is not among the features`);
    const outputs = predictor.predict(codes);
    const forecast = forecastRace({ races, race, outputs, artifact, outcome: outcomes.get(raceId) });
    skill.add(forecast);
    returns.add(forecast);
    secondStage.add(forecast);
    forecasts.push(forecast);
  }
  const pace = createPace(async () => {});
  const { model, favourite, random } = await returns.report(pace);
  const walk = details === null ? null : unpackModelDetails(JSON.parse(details) as PackedModelDetails);
  const fitted = walk?.report.secondStage ?? null;
  return {
    calibration: measureCalibration(forecasts, artifact.orderExponents),
    secondStage: fitted === null ? null : await secondStage.report(pace, fitted),
    predictions: withPredictions ? forecasts.flatMap((race) => predictionLines(race, artifact)) : [],
    skill: await skill.report(pace),
    returns: withoutHitIntervals(model),
    baselines: { favourite: withoutHitIntervals(favourite), random: withoutHitIntervals(random) },
    trainedOn: artifact.learnt,
    walkForward: walk === null ? null : readWalkForward(walk),
  };
}

/** race_id,horse_num,win,place of every declared runner; place is empty where place bets are not sold. */
function predictionLines({ raceId, runners }: ForecastRace, { orderExponents }: Artifact): string[] {
  const wins = runners.map(({ probability }) => probability);
  const places = countPaidPlaces(runners.length);
  const placed = places === 0 ? null : placeProbabilities(wins, places, orderExponents);
  return runners.map(({ horseNum }, i) => [raceId, horseNum, wins[i], placed?.[i] ?? ""].join(","));
}

function withoutHitIntervals({ win, place, quinella }: Record<BetType, ReturnsWithHits>): ReturnsByBet {
  const strip = ({ hitInterval, ...returns }: ReturnsWithHits): Returns => returns;
  return { win: strip(win), place: strip(place), quinella: strip(quinella) };
}
