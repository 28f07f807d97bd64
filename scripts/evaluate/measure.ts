import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { FeatureStore, RowIndex } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import { measureSkill } from "#app/domain/learning/measure-skill.ts";
import { selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { dayNumber, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import type { Payout } from "#app/domain/racing/race.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { type DatedSettlement, summariseReturns } from "#app/domain/settlement/returns.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import { buildTickets } from "#app/domain/settlement/tickets.ts";
import type { Measurement, ReturnsByBet } from "./protocol.ts";

const JUMP = 3;
const RANDOM_SEED = 20230101;
const IDS_PER_QUERY = 2000;

/** Scores every test race as a user would see it, and measures skill and returns on the flat ones. */
export async function measure(
  env: { DB: D1Database; STORE: R2Bucket },
  { artifactKey, testUntil }: { artifactKey: string; testUntil: string },
): Promise<Measurement> {
  const { artifact, predictor } = await getArtifact(env.STORE, artifactKey);
  const features = createFeatureStore(env.STORE);
  const manifest = await features.readManifest();
  if (manifest === null) throw new Error("the features are not built");
  const index = await features.readRowIndex(manifest, artifact.venueType);
  const races = selectTrainingRaces(index, {
    fromDay: dayNumber(artifact.cutoffDay),
    toDay: dayNumber(testUntil),
    maxRows: Infinity,
  });
  const scored = await scoreRaces({ features, manifest, index, races, artifact, predictor });
  const payouts = await listPayouts(
    env.DB,
    Array.from(races.sourceRace, (race) => index.raceIds[race]!),
  );
  const settle = (picksOf: (race: number) => number[] | null) => settleAll(index, races, payouts, picksOf);
  const random = createRandom(RANDOM_SEED);
  return {
    skill: measureSkill(races, 0, scored.probabilities),
    returns: settle((race) => scored.picks[race]!),
    baselines: {
      favourite: settle((race) => favourites(races, race)),
      random: settle((race) => shuffle(horsesOf(races, race), random)),
    },
    trainedOn: artifact.learnt,
  };
}

async function scoreRaces(task: {
  features: FeatureStore;
  manifest: NonNullable<Awaited<ReturnType<FeatureStore["readManifest"]>>>;
  index: RowIndex;
  races: TrainingRaces;
  artifact: Artifact;
  predictor: Predictor;
}): Promise<{ probabilities: Float64Array; picks: number[][] }> {
  const { features, manifest, index, races, artifact, predictor } = task;
  const probabilities = new Float64Array(races.rowCount);
  const picks: number[][] = [];
  for (let race = 0; race < races.raceCount; race++) {
    const raceId = index.raceIds[races.sourceRace[race]!]!;
    const raceDay = dayOfNumber(races.raceDay[race]!);
    const place = { venueType: artifact.venueType, date: raceDay, raceId };
    const codes = await features.readRace(manifest, place, artifact.scope, predictor.columnIds);
    if (codes === null) throw new Error(`race ${raceId} is not among the features`);
    const scores = scoreRace({ artifact, predictor, race: codes, raceDay, runners: [] });
    const probabilityOf = new Map(scores.map(({ horseNum, probability }) => [horseNum, probability]));
    for (let row = races.raceStart[race]!; row < races.raceStart[race + 1]!; row++) {
      const probability = probabilityOf.get(races.horseNum[row]!);
      if (typeof probability !== "number") throw new Error(`race ${raceId} has a runner without probability`);
      probabilities[row] = probability;
    }
    picks.push(scores.map(({ horseNum }) => horseNum));
  }
  return { probabilities, picks };
}

/** The bets of spec §9 on every flat race for which there are picks. */
function settleAll(
  index: RowIndex,
  races: TrainingRaces,
  payouts: ReadonlyMap<string, Payout[]>,
  picksOf: (race: number) => number[] | null,
): ReturnsByBet {
  const settled: Record<keyof ReturnsByBet, DatedSettlement[]> = { win: [], place: [], quinella: [] };
  for (let race = 0; race < races.raceCount; race++) {
    if (races.raceSurface[race] === JUMP) continue;
    const picks = picksOf(race);
    if (picks === null) continue;
    const rows = payouts.get(index.raceIds[races.sourceRace[race]!]!) ?? [];
    const result = settleRace(buildTickets(picks), rows, nonStartersOf(races, race));
    const date = dayOfNumber(races.raceDay[race]!);
    settled.win.push({ date, ...result.win });
    settled.place.push({ date, ...result.place });
    settled.quinella.push({ date, ...result.quinella });
  }
  return {
    win: summariseReturns(settled.win),
    place: summariseReturns(settled.place),
    quinella: summariseReturns(settled.quinella),
  };
}

function horsesOf(races: TrainingRaces, race: number): number[] {
  return Array.from(races.horseNum.subarray(races.raceStart[race], races.raceStart[race + 1]));
}

function nonStartersOf(races: TrainingRaces, race: number): Set<number> {
  const start = races.raceStart[race]!;
  return new Set(horsesOf(races, race).filter((_, i) => races.isStarter[start + i] !== 1));
}

/** Lowest odds first, ties by number, runners without odds last; null where no runner has odds. */
function favourites(races: TrainingRaces, race: number): number[] | null {
  const start = races.raceStart[race]!;
  const runners = horsesOf(races, race).map((horse, i) => {
    const odds = races.winOdds[start + i]!;
    return { horse, odds: odds > 0 ? odds : Number.MAX_VALUE };
  });
  if (runners.every(({ odds }) => odds === Number.MAX_VALUE)) return null;
  return runners.sort((a, b) => a.odds - b.odds || a.horse - b.horse).map(({ horse }) => horse);
}

function shuffle(horses: number[], random: () => number): number[] {
  for (let last = horses.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [horses[last], horses[other]] = [horses[other]!, horses[last]!];
  }
  return horses;
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
