import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { completeScoring, failScoring, findScoring, listCard } from "#app/db/analyses/scoring.server.ts";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { detailAnalysis } from "#app/domain/scoring/analysis-details.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { waitForData } from "#app/services/models/wait-for-data.server.ts";

/**
 * Computes the analysis named by the job's subject, with the fit that has not seen its race if there is one, and
 * completes its row. Idempotent. Waits until the features contain the race's latest data.
 */
export async function scoreAnalysis(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  const analysisId = Number(job.subject);
  const scoring = await findScoring(deps.db, analysisId);
  if (scoring === null) return { kind: "done" };
  const { raceId, raceDay, raceVenueType, raceDataVersion, isRaceChanging, isRaceCancelled, artifactKey } = scoring;
  if (artifactKey === null) return { kind: "failed", reason: "the model is not complete" };
  if (isRaceCancelled && !isRaceChanging) return { kind: "failed", reason: "the race is cancelled" };

  const manifest = await features.readManifest();
  if (manifest === null || manifest.importId < raceDataVersion || isRaceChanging) {
    return waitForData(context, "the features do not hold the race's data");
  }
  const artifact = await getArtifact(deps.store, artifactKey);
  const { predictor, isLearntFrom } = openFor(artifact, raceDay);
  // Values of chosen columns are shown even if the model does not use them.
  const chosen = columnsOf(artifact.choice, artifact.venueType).map(({ id }) => id);
  const columnIds = [...new Set([...predictor.columnIds, ...chosen])];
  const [race, runners] = await Promise.all([
    features.readRace(manifest, { venueType: raceVenueType, date: raceDay, raceId }, artifact.scope, columnIds),
    listCard(deps.db, raceId),
  ]);
  if (race === null) return waitForData(context, "the race is not among the features");
  if (race.horseNums.length === 0) return { kind: "failed", reason: "the race has no runners" };

  const scores = scoreRace({ artifact, predictor, isLearntFrom, race, runners });
  await completeScoring(deps.db, {
    analysisId,
    scores,
    details: detailAnalysis({ artifact, predictor, race, scores }),
    isLearntFrom,
    now: deps.now(),
  });
  return { kind: "done" };
}

/** Marks the analysis failed and returns its quota. */
export async function endFailedScoring(deps: Deps, job: ClaimedJob): Promise<void> {
  await failScoring(deps.db, { analysisId: Number(job.subject), now: deps.now() });
}
