import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { createSkillTally } from "#app/domain/learning/forecast-skill.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import type { ForecastRace, ForecastRunner } from "#app/domain/racing/forecast-race.ts";
import { dayNumber, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import type { BetType, Payout, Surface } from "#app/domain/racing/race.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { createReturnsTally } from "#app/domain/settlement/forecast-returns.ts";
import type { Returns, ReturnsWithHits } from "#app/domain/settlement/returns.ts";
import type { Measurement, ReturnsByBet } from "./protocol.ts";

/** By the codes of RowIndex.raceSurface. */
const SURFACE_BY_CODE: readonly (Surface | null)[] = [null, "turf", "dirt", "jump"];
const IDS_PER_QUERY = 2000;

/** Scores every test race as a user would see it, and measures skill and returns on the flat ones. */
export async function measure(
  env: { DB: D1Database; STORE: R2Bucket },
  { artifactKey, testUntil }: { artifactKey: string; testUntil: string },
): Promise<Measurement> {
  const artifact = await getArtifact(env.STORE, artifactKey);
  const { predictor, isLearntFrom } = openFor(artifact, artifact.cutoffDay);
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
  const payouts = await listPayouts(env.DB, raceIds);
  const skill = createSkillTally();
  const returns = createReturnsTally();
  for (const [race, raceId] of raceIds.entries()) {
    const raceDay = dayOfNumber(races.raceDay[race]!);
    const place = { venueType: artifact.venueType, date: raceDay, raceId };
    const codes = await features.readRace(manifest, place, artifact.scope, predictor.columnIds);
    if (codes === null) throw new Error(`race ${raceId} is not among the features`);
    const scored = scoreRace({ artifact, predictor, isLearntFrom, race: codes, runners: [] });
    const forecast = forecastOf(races, race, { scored, payouts: payouts.get(raceId) ?? [], raceId });
    skill.add(forecast);
    returns.add(forecast);
  }
  const pace = createPace(async () => {});
  const { model, favourite, random } = await returns.report(pace);
  return {
    skill: await skill.report(pace),
    returns: withoutHitIntervals(model),
    baselines: { favourite: withoutHitIntervals(favourite), random: withoutHitIntervals(random) },
    trainedOn: artifact.learnt,
  };
}

function withoutHitIntervals({ win, place, quinella }: Record<BetType, ReturnsWithHits>): ReturnsByBet {
  const strip = ({ hitInterval, ...returns }: ReturnsWithHits): Returns => returns;
  return { win: strip(win), place: strip(place), quinella: strip(quinella) };
}

/** Venue and distance are left open: the figures are of all races together. */
function forecastOf(
  races: TrainingRaces,
  race: number,
  { scored, payouts, raceId }: { scored: readonly Score[]; payouts: readonly Payout[]; raceId: string },
): ForecastRace {
  const scoreOf = new Map(scored.map((score) => [score.horseNum, score]));
  const runners: ForecastRunner[] = [];
  for (let row = races.raceStart[race]!; row < races.raceStart[race + 1]!; row++) {
    const horseNum = races.horseNum[row]!;
    const score = scoreOf.get(horseNum);
    if (typeof score?.probability !== "number") throw new Error(`race ${raceId} has a runner without probability`);
    runners.push({
      horseNum,
      index: score.index,
      probability: score.probability,
      isStarter: races.isStarter[row] === 1,
      finishPosition: races.place[row]!,
      winOdds: races.winOdds[row]!,
    });
  }
  const surface = SURFACE_BY_CODE[races.raceSurface[race]!] ?? null;
  return { raceId, date: dayOfNumber(races.raceDay[race]!), surface, distanceM: null, venue: "", runners, payouts };
}

async function listPayouts(d1: D1Database, raceIds: readonly string[]): Promise<Map<string, Payout[]>> {
  const byRace = new Map<string, Payout[]>();
  for (let from = 0; from < raceIds.length; from += IDS_PER_QUERY) {
    const { results } = await d1
      .prepare(
        `select p.race_id as raceId, p.bet_type as betType, p.combination, p.payout_yen as payoutYen
         from json_each(?1) j join payouts p on p.race_id = j.value`,
      )
      .bind(JSON.stringify(raceIds.slice(from, from + IDS_PER_QUERY)))
      .all<Payout>();
    for (const payout of results) {
      const known = byRace.get(payout.raceId);
      if (known === undefined) byRace.set(payout.raceId, [payout]);
      else known.push(payout);
    }
  }
  return byRace;
}
