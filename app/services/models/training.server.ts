import * as z from "zod";
import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { nameArtifact } from "#app/db/models/artifacts.server.ts";
import { completeTraining, failTraining, saveTrainingProgress, startTraining } from "#app/db/models/training.server.ts";
import { type ModelDetails, packModelDetails } from "#app/domain/evaluation/model-details.ts";
import { columnsOf, scopeOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { DEFAULT_LEARNER, findLearner } from "#app/domain/learning/learners.ts";
import { LEARNING_SHARE } from "#app/domain/learning/model-status.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type TrainingResult, trainArtifact } from "#app/domain/training/train-artifact.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { waitForData } from "./wait-for-data.server.ts";
import { reportWalk } from "./walk-report.server.ts";

/** Work per message; the training pauses at the next checkpoint and continues in another message. About 15 s of CPU. */
const UNITS_PER_MESSAGE = 10e9;
/** Steps of the progress written to the row. */
const PROGRESS_STEP = 0.025;

const checkpointSchema = z.strictObject({ run: z.string(), learner: z.unknown() });
const payloadSchema = z.object({
  learner: z.string().default(DEFAULT_LEARNER),
  /** Completion time of models created retroactively (demo models), unix seconds; absent = the actual time. */
  completedAt: z.int().optional(),
  /** First day to train on; absent = all. */
  learnFrom: z.string().optional(),
});
export type TrainingPayload = z.input<typeof payloadSchema>;

/** Removing an artifact takes less, unless it was interrupted. */
const REMOVAL_SECONDS = 10;

/** Background trainings poll for waiting user work this often. */
const USER_WORK_SECONDS = 2;

/**
 * Trains the model named by the job's subject, reports on its walk, and completes its row. Repeated deliveries produce
 * one artifact; deleting the model stops the work.
 */
export async function trainModel(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  const isBackground = job.queue === "background";
  if (isBackground && (await context.isUserWorkWaiting())) return { kind: "again", delaySeconds: USER_WORK_SECONDS };
  const modelId = Number(job.subject);
  const training = await startTraining(deps.db, { modelId, today: japanDay(deps.now()) });
  if (training === null) return { kind: "done" };
  const payload = payloadSchema.parse(job.payload ?? {});
  const learner = findLearner(payload.learner);
  if (learner === null) return { kind: "failed", reason: "unknown learner" };

  const { venueType, cutoffDay } = training;
  const manifest = await features.readManifest();
  if (manifest?.venueTypes[venueType] === undefined) return waitForData(context, "no races of this venue type");

  const choice = JSON.parse(training.features) as FeatureChoice;
  const scope = scopeOf(choice, venueType);
  const columns = columnsOf(choice, venueType);
  const columnIds = columns.map(({ id }) => id);
  const openColumns = () => features.openColumns(manifest, venueType, scope, columnIds);
  let pass = openColumns();
  const run = JSON.stringify([learner.name, manifest.version, cutoffDay]);
  const pace = createPace(context.breathe);
  let shownShare = 0;
  let isStopped = false;
  let isUserWaiting = false;
  // Each pass over the columns starts with the first.
  const readColumn = (columnId: string) => {
    if (columnId === columnIds[0]) pass = openColumns();
    return pass.readColumn(columnId);
  };
  const report = async (share: number) => {
    if (share < shownShare + PROGRESS_STEP) return;
    shownShare = share;
    if (await saveTrainingProgress(deps.db, { modelId, share })) return;
    isStopped = true;
    throw new Error("the model is gone");
  };
  let result: TrainingResult;
  let details: ModelDetails | null = null;
  try {
    const index = await features.readRowIndex(manifest, venueType);
    result = await trainArtifact(
      {
        learner,
        index,
        columns,
        readColumn,
        kernel: deps.kernel,
        cutoffDay,
        learnFrom: payload.learnFrom ?? null,
        venueType,
        scope,
        choice,
        manifest,
        checkpoint: stateOfRun(job, run),
      },
      {
        pace,
        report,
        async saveCheckpoint(state) {
          await context.saveCheckpoint({ run, learner: state });
          isUserWaiting = isBackground && (await context.isUserWorkWaiting());
        },
        isPauseDue: () => isUserWaiting || pace.spent() > UNITS_PER_MESSAGE,
      },
    );
    if (result.kind === "trained") {
      details = await reportWalk({
        ...{ db: deps.db, index, columns, readColumn, pace },
        ...{ races: result.races, walk: result.walk, artifact: result.artifact },
        report: (share) => report(LEARNING_SHARE + (1 - LEARNING_SHARE) * share),
      });
    }
  } catch (error) {
    if (isStopped) return { kind: "done" };
    // Newer features replaced this version while it was being read: start over with them.
    if (error instanceof Error && error.name === "FeatureVersionGoneError") return { kind: "again", delaySeconds: 1 };
    throw error;
  }

  switch (result.kind) {
    case "paused":
      return { kind: "again", delaySeconds: isUserWaiting ? USER_WORK_SECONDS : 0 };
    case "refused":
      return waitForData(context, result.reason);
    case "trained": {
      const packed = await packArtifact(result.artifact);
      const naming = await nameArtifact(deps.db, { modelId, artifactKey: packed.key });
      if (naming === "model-gone") return { kind: "done" };
      // The same artifact is being removed with another account: train again when that has ended.
      if (naming === "being-removed") return { kind: "again", delaySeconds: REMOVAL_SECONDS };
      const artifactKey = await putArtifact(deps.store, packed);
      const summary = JSON.stringify(result.artifact.report);
      const completedAt = payload.completedAt ?? deps.now();
      await completeTraining(deps.db, {
        ...{ modelId, artifactKey, report: summary, now: completedAt },
        details: details === null ? null : JSON.stringify(packModelDetails(details)),
      });
      return { kind: "done" };
    }
    default:
      return result satisfies never;
  }
}

/** Marks the model failed and returns its quota. */
export async function endFailedTraining(deps: Deps, job: ClaimedJob): Promise<void> {
  await failTraining(deps.db, { modelId: Number(job.subject), now: deps.now() });
}

/** The learner's checkpoint from this very run; null if it belongs to another one (newer data). */
function stateOfRun(job: ClaimedJob, run: string): unknown {
  const parsed = checkpointSchema.safeParse(job.checkpoint);
  return parsed.success && parsed.data.run === run ? parsed.data.learner : null;
}
