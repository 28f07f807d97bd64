import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { completeScoring, failScoring, findScoring } from "#app/db/analyses/scoring.server.ts";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { detailAnalysis } from "#app/domain/scoring/analysis-details.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { packInputs } from "#app/domain/scoring/scored-inputs.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { waitForData } from "#app/services/models/wait-for-data.server.ts";

/**
 * Computes the analysis named by the job's subject, with the fit that has not seen its race if there is one, and
 * completes its row. Idempotent. Waits until the features contain the race's latest card, and starts over if the card
 * changes meanwhile.
 */
export async function scoreAnalysis(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  const analysisId = Number(job.subject);
  const scoring = await findScoring(deps.db, analysisId);
  if (scoring === null) return { kind: "done" };
  const { race, runners, raceInputsVersion, isRaceChanging, artifactKey } = scoring;
  if (artifactKey === null) return { kind: "failed", reason: "the model is not complete" };
  if (race.status === "cancelled" && !isRaceChanging) return { kind: "failed", reason: "the race is cancelled" };

  const manifest = await features.readManifest();
  if (manifest === null || manifest.importId < raceInputsVersion || isRaceChanging) {
    return waitForData(context, "the features do not hold the race's data");
  }
  const artifact = await getArtifact(deps.store, artifactKey);
  const { predictor, isLearntFrom } = openFor(artifact, race.date);
  // Values of chosen columns are shown even if the model does not use them.
  const chosen = columnsOf(artifact.choice, artifact.venueType).map(({ id }) => id);
  const columnIds = [...new Set([...predictor.columnIds, ...chosen])];
  const card = await features.readRace(manifest, race, artifact.scope, columnIds);
  if (card === null) return waitForData(context, "the race is not among the features");
  if (card.horseNums.length === 0) return { kind: "failed", reason: "the race has no runners" };

  const scores = scoreRace({ artifact, predictor, isLearntFrom, race: card, runners });
  const isCompleted = await completeScoring(deps.db, {
    analysisId,
    scores,
    details: detailAnalysis({ artifact, predictor, race: card, scores }),
    inputs: packInputs(race, runners),
    raceInputsVersion,
    isLearntFrom,
    now: deps.now(),
  });
  // The next run finds what has changed: nothing is left to do, or the card is another one.
  return isCompleted ? { kind: "done" } : { kind: "again", delaySeconds: 1 };
}

/** Marks the analysis failed and returns its quota. */
export async function endFailedScoring(deps: Deps, job: ClaimedJob): Promise<void> {
  await failScoring(deps.db, { analysisId: Number(job.subject), now: deps.now() });
}
