import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { errorText } from "#app/adapters/error-text.server.ts";
import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import {
  type CrowdCandidate,
  type CrowdRace,
  listCrowdCandidates,
  listDueCrowds,
  readCrowdRace,
  saveCrowdForecast,
} from "#app/db/rankings/crowd.server.ts";
import { createDayReader, type DayReader } from "#app/domain/features/day-reader.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { ListedRace } from "#app/domain/racing/records.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { type CrowdForecast, joinForecasts, type MemberForecast } from "#app/domain/season/crowd.ts";
import { FEWEST_MEMBERS, weighMembers } from "#app/domain/season/crowd-weights.ts";
import { marketOdds } from "#app/services/analyses/race-facts.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { sealBeforeStart, toLeaf } from "#app/services/seal/sealing.server.ts";

export const FIXED_BEFORE_SECONDS = 30 * 60;
const RETRY_SECONDS = 30;

/** Within the day. */
function dueMinutes(now: number) {
  const date = japanDay(now);
  const until = now + FIXED_BEFORE_SECONDS;
  return { date, after: japanTime(now), until: japanDay(until) === date ? japanTime(until) : "23:59" };
}

/** Every minute. Nothing with too few models. */
export async function enqueueDueCrowds(deps: Deps): Promise<void> {
  const due = await listDueCrowds(deps.db, dueMinutes(deps.now()));
  if (due.length === 0) return;
  const current = await createSeasonStore(deps.store).readBoard();
  if (current === null || current.board.ranked < FEWEST_MEMBERS) return;
  for (const raceId of due) await enqueueJob(deps, { kind: "fix-crowd", subject: raceId });
}

/** One statement checks that the race has not started. Idempotent. */
export async function fixCrowd(
  { deps, job, yieldAndRenewLease }: JobContext,
  features: FeatureStore,
): Promise<JobOutcome> {
  const found = await readCrowdRace(deps.db, job.subject);
  const minutes = dueMinutes(deps.now());
  if (found === null || !isDue(found.race, minutes)) return { kind: "done" };
  const { race, inputsVersion } = found;
  const runners = found.runners.filter(({ status }) => isStarter(status));
  const odds = marketOdds({ newest: found.newestOdds, status: race.status, runners });
  const oddsOf = new Map(odds?.horses.map((horse) => [horse.horseNum, horse.odds]));
  const forecast = await foretell(
    { deps, yieldAndRenewLease },
    { ...found, oddsOf: (horseNum) => oddsOf.get(horseNum) ?? null },
    features,
  );
  if (forecast === "impossible") return { kind: "done" };
  if (forecast === "unready") return { kind: "again", delaySeconds: RETRY_SECONDS };

  const now = deps.now();
  const horses = forecast.runners.map(({ horseNum, chance }) => ({
    ...{ horseNum, probability: chance },
    index: Math.round(Math.log(Math.max(1e-4, chance) * runners.length) * 100) / 100,
  }));
  const leaf = await toLeaf({ modelId: null, artifact: forecast.weightsOf, inputsVersion, horses, at: now, race });
  const isSaved = await saveCrowdForecast(deps.db, {
    ...dueMinutes(now),
    ...{ raceId: race.raceId, forecast: leaf === null ? forecast : { ...forecast, seal: leaf.hash }, now },
    leaf: leaf === null ? null : { ...leaf, analysisId: null, batchKey: null },
  });
  if (isSaved) await sealBeforeStart(deps, race);
  return { kind: "done" };
}

/** By weights and fits of earlier days. impossible: no such board, or few members. unready: something is missing. */
export async function foretell(
  { deps, yieldAndRenewLease }: Pick<JobContext, "deps" | "yieldAndRenewLease">,
  {
    race,
    runners,
    inputsVersion,
    oddsOf,
  }: Pick<CrowdRace, "race" | "runners" | "inputsVersion"> & { oddsOf: (horseNum: number) => number | null },
  features: FeatureStore,
): Promise<CrowdForecast | "impossible" | "unready"> {
  const current = await createSeasonStore(deps.store).readBoard();
  // Weights of earlier days only.
  if (current === null || current.board.to >= race.date) return "impossible";
  const { buildId } = current.board;
  const candidates = await listCrowdCandidates(deps.db, buildId);
  const artifactKeys = new Map(candidates.map(({ modelId, artifactKey }) => [modelId, artifactKey]));
  const members = weighMembers(candidates);
  if (members.length === 0) return "impossible";
  const manifest = await features.readManifest();
  if (manifest === null || manifest.importId < inputsVersion) return "unready";

  const readDay = createDayReader(features, manifest);
  const forecasts: MemberForecast[] = [];
  for (const member of members) {
    await yieldAndRenewLease();
    const chances = await forecastOf(deps, { readDay, race, artifactKey: artifactKeys.get(member.modelId)! });
    if (chances !== null) forecasts.push({ member, chances });
  }
  const horseNums = runners.filter(({ status }) => isStarter(status)).map(({ horseNum }) => horseNum);
  const forecast = joinForecasts(forecasts, { horseNums, oddsOf, weightsOf: buildId });
  return forecast === null || forecast.members < FEWEST_MEMBERS ? "unready" : forecast;
}

function isDue({ date, startTime, status }: ListedRace, minutes: ReturnType<typeof dueMinutes>): boolean {
  const isWithin = startTime !== null && minutes.after < startTime && startTime <= minutes.until;
  return status === "scheduled" && date === minutes.date && isWithin;
}

/** Null: its artifact or the features are unreadable. */
async function forecastOf(
  deps: Deps,
  { readDay, race, artifactKey }: { readDay: DayReader; race: ListedRace; artifactKey: CrowdCandidate["artifactKey"] },
): Promise<Map<number, number> | null> {
  try {
    const artifact = await getArtifact(deps.store, artifactKey);
    const { predictor, isLearntFrom } = openFor(artifact, race.date);
    const card = (await readDay(race.date, artifact.scope))?.findRace(race.raceId, predictor.columnIds) ?? null;
    if (card === null || isLearntFrom) return null;
    const scores = scoreRace({ artifact, predictor, isLearntFrom, race: card, runners: [] });
    return new Map(scores.flatMap(({ horseNum, probability }) => (probability ? [[horseNum, probability]] : [])));
  } catch (error) {
    console.error(JSON.stringify({ event: "crowd.member-unreadable", artifactKey, error: errorText(error) }));
    return null;
  }
}
