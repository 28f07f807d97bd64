import { getArtifact, getRunIndexes } from "#app/adapters/artifact-store.server.ts";
import {
  completeScoring,
  failScoring,
  findScoring,
  type ScoredCard,
  type ScoringRow,
} from "#app/db/analyses/scoring.server.ts";
import type { RunIndex } from "#app/domain/evaluation/run-indexes.ts";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { detailAnalysis } from "#app/domain/scoring/analysis-details.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { packInputs } from "#app/domain/scoring/scored-inputs.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { waitForData } from "#app/services/models/wait-for-data.server.ts";
import { sealBeforeStart, toLeaf } from "#app/services/seal/sealing.server.ts";

/** By the fit that has not seen the race. Idempotent. Waits for its features; starts over if the card changes. */
export async function scoreAnalysis(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const outcome = await scoreOne(context.deps, features, Number(context.job.subject));
  switch (outcome.kind) {
    case "data-missing":
      return waitForData(context, outcome.reason);
    case "card-changed":
      return { kind: "again", delaySeconds: 1 };
    default:
      return outcome;
  }
}

/** data-missing: the features lack the race. card-changed: changed, or the analysis ended. */
type ScoringOutcome =
  | { kind: "done" }
  | { kind: "card-changed" }
  | { kind: "data-missing"; reason: string }
  | { kind: "failed"; reason: string };

/** Idempotent. */
export async function scoreOne(deps: Deps, features: FeatureStore, analysisId: number): Promise<ScoringOutcome> {
  const scoring = await findScoring(deps.db, analysisId);
  if (scoring === null) return { kind: "done" };
  const scored = await scoreCard(deps, features, scoring);
  if (scored.kind !== "scored") return scored;
  const isCompleted = await completeScoring(deps.db, { ...scored, analysisId });
  if (isCompleted) await sealBeforeStart(deps, scoring.race);
  return isCompleted ? { kind: "done" } : { kind: "card-changed" };
}

/** Stores nothing. Horses that are known not to start come last. */
export async function scoreCard(
  deps: Deps,
  features: FeatureStore,
  { race, runners, raceInputsVersion, isRaceChanging, modelId, artifactKey, pastRuns }: ScoringRow,
): Promise<({ kind: "scored" } & ScoredCard) | Extract<ScoringOutcome, { reason: string }>> {
  if (artifactKey === null) return { kind: "failed", reason: "the model is not complete" };
  if (race.status === "cancelled" && !isRaceChanging) return { kind: "failed", reason: "the race is cancelled" };

  const manifest = await features.readManifest();
  if (manifest === null || manifest.importId < raceInputsVersion || isRaceChanging) {
    return { kind: "data-missing", reason: "the features do not hold the race's data" };
  }
  const [artifact, indexOf] = await Promise.all([
    getArtifact(deps.store, artifactKey),
    getRunIndexes(deps.store, artifactKey),
  ]);
  const { predictor, isLearntFrom } = openFor(artifact, race.date);
  // Also if the model does not use them.
  const chosen = columnsOf(artifact.choice, artifact.venueType).map(({ id }) => id);
  const columnIds = [...new Set([...predictor.columnIds, ...chosen])];
  const card = await features.readRace(manifest, race, artifact.scope, columnIds);
  if (card === null) return { kind: "data-missing", reason: "the race is not among the features" };
  if (card.horseNums.length === 0) return { kind: "failed", reason: "the race has no runners" };

  const declared = scoreRace({ artifact, predictor, isLearntFrom, race: card, runners });
  const scores = placeHorses(declared, runners).map(({ score }) => score);
  const now = deps.now();
  const forecast = { modelId, artifact: artifactKey, inputsVersion: raceInputsVersion, race, horses: scores, at: now };
  return {
    kind: "scored",
    scores,
    details: detailAnalysis({
      artifact,
      predictor,
      race: card,
      scores,
      past: pastIndexes({ runners, pastRuns }, indexOf),
    }),
    inputs: packInputs(race, runners),
    raceInputsVersion,
    isLearntFrom,
    leaf: await toLeaf(forecast),
    now,
  };
}

/** By horse number of the race; starts after the training have an index if the model has analysed them. */
function pastIndexes({ runners, pastRuns }: Pick<ScoringRow, "runners" | "pastRuns">, indexOf: RunIndex) {
  const past = new Map<number, [day: number, index: number][]>();
  for (const { horseId, raceId, date, horseNum, ...known } of pastRuns) {
    const index = known.index ?? indexOf(raceId, horseNum);
    const runner = runners.find((each) => each.horseId === horseId);
    if (index === null || runner === undefined) continue;
    past.set(runner.horseNum, [...(past.get(runner.horseNum) ?? []), [dayNumber(date), index]]);
  }
  return past;
}

/** Returns its quota. */
export async function endFailedScoring(deps: Deps, job: ClaimedJob): Promise<void> {
  await failScoring(deps.db, { analysisId: Number(job.subject), now: deps.now() });
}
