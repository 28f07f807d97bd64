import * as z from "zod";
import { getUnseenRaces, packArtifact, putArtifact, putUnseenRaces } from "#app/adapters/artifact-store.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { nameArtifact } from "#app/db/models/artifacts.server.ts";
import { findParent, listUncompared, saveBesideParent } from "#app/db/models/lineage.server.ts";
import { completeTraining, failTraining, saveTrainingProgress, startTraining } from "#app/db/models/training.server.ts";
import { type BesideParent, besideParent, packBesideParent } from "#app/domain/comparing/parent-and-child.ts";
import { type ModelDetails, packModelDetails } from "#app/domain/evaluation/model-details.ts";
import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { CATALOGUE_VERSION, columnsOf, scopeOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { FeatureManifest, FeatureStore, ReadColumn } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import type { Learner } from "#app/domain/learning/learner.ts";
import { DEFAULT_LEARNER, findLearner } from "#app/domain/learning/learners.ts";
import { LEARNING_SHARE } from "#app/domain/learning/model-status.ts";
import { createPace, type Pace } from "#app/domain/learning/pace.ts";
import { MODEL_NOTIFICATIONS_PER_DAY } from "#app/domain/notifications.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Refused } from "#app/domain/refused.ts";
import { type TrainingResult, type TrainingTask, trainArtifact } from "#app/domain/training/train-artifact.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { MODEL_READY } from "#app/services/notifications/notification-words.ts";
import { waitForData } from "./wait-for-data.server.ts";
import { reportWalk } from "./walk-report.server.ts";

/** About 15 s of CPU; then another message. */
export const UNITS_PER_MESSAGE = 10e9;
/** Rows × columns; 32 MB. Larger trainings read the store in each of eight passes. */
export const KEPT_CODES = 16_000_000;
const PROGRESS_STEP = 0.025;

const checkpointSchema = z.strictObject({ run: z.string(), learner: z.unknown() });
const payloadSchema = z.object({
  learner: z.string().default(DEFAULT_LEARNER),
  /** Demo models only; unix seconds. */
  completedAt: z.int().optional(),
  /** Absent: all. */
  learnFrom: z.string().optional(),
});
export type TrainingPayload = z.input<typeof payloadSchema>;

/** Unless interrupted. */
const REMOVAL_SECONDS = 10;

const USER_WORK_SECONDS = 2;

/** Repeated deliveries produce one artifact; deleting the model stops the work. */
export async function trainModel(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  if (isBackground(job) && (await context.isUserWorkWaiting()))
    return { kind: "again", delaySeconds: USER_WORK_SECONDS };
  const modelId = Number(job.subject);
  const training = await startTraining(deps.db, { modelId, today: japanDay(deps.now()) });
  if (training === null) {
    // This job may have completed it before.
    await compareLate(deps, { modelId });
    return { kind: "done" };
  }
  const { completedAt, ...payload } = payloadSchema.parse(job.payload ?? {});
  const learner = findLearner(payload.learner);
  if (learner === null) return { kind: "failed", reason: "unknown learner" };

  const { venueType, cutoffDay } = training;
  const manifest = await features.readManifest();
  if (manifest?.venueTypes[venueType] === undefined) return waitForData(context, "no races of this venue type");

  const choice = JSON.parse(training.features) as FeatureChoice;
  const learnFrom = payload.learnFrom ?? null;
  const order = { modelId, learner, venueType, cutoffDay, learnFrom, choice, manifest };
  const result = await learnAndReport(context, features, order);
  switch (result.kind) {
    case "paused":
      return { kind: "again", delaySeconds: result.isUserWaiting ? USER_WORK_SECONDS : 0 };
    case "refused":
      return waitForData(context, result.reason);
    case "model-gone":
      return { kind: "done" };
    case "features-gone":
      return { kind: "again", delaySeconds: 1 };
    case "trained":
      return storeModel(deps, { modelId, completedAt, ...result });
    default:
      return result satisfies never;
  }
}

interface TrainingOrder {
  modelId: number;
  learner: Learner;
  venueType: number;
  cutoffDay: string;
  learnFrom: string | null;
  choice: FeatureChoice;
  manifest: FeatureManifest;
}

type Interruption =
  /** Resume from the last checkpoint. */
  { kind: "paused"; isUserWaiting: boolean } | Refused<"too-few-races"> | { kind: "model-gone" };

type LearningResult =
  | Interruption
  /** Start over with newer features. */
  | { kind: "features-gone" }
  /** `details` is null without a flat race. */
  | { kind: "trained"; artifact: Artifact; details: ModelDetails | null; unseen: UnseenResult[]; runIndexes: string };

async function learnAndReport(
  context: JobContext,
  features: FeatureStore,
  order: TrainingOrder,
): Promise<LearningResult> {
  const { db } = context.deps;
  const { manifest, venueType, choice } = order;
  const scope = scopeOf(choice, venueType);
  const columns = columnsOf(choice, venueType);
  const pace = createPace(context.yieldAndRenewLease);
  const showProgress = createProgress(db, order.modelId);
  try {
    const index = await features.readRowIndex(manifest, venueType);
    const readColumn = columnReader(features, { manifest, venueType, scope, columns, rows: index.rowCount });
    const result = await learn(context, { ...order, index, columns, readColumn, scope }, { pace, showProgress });
    if (result.kind !== "trained") return result;
    const { artifact, races, walk } = result;
    const measured = await reportWalk({
      ...{ db, columns, readColumn, pace, races, walk, artifact },
      report: (share) => showProgress(LEARNING_SHARE + (1 - LEARNING_SHARE) * share),
    });
    if (measured === "stopped") return { kind: "model-gone" };
    return { kind: "trained", artifact, ...(measured ?? { details: null, unseen: [], runIndexes: "" }) };
  } catch (error) {
    if (error instanceof Error && error.name === "FeatureVersionGoneError") return { kind: "features-gone" };
    throw error;
  }
}

export function columnReader(
  features: FeatureStore,
  order: Pick<TrainingOrder, "manifest" | "venueType"> & Pick<TrainingTask, "scope" | "columns"> & { rows: number },
): ReadColumn {
  const columnIds = order.columns.map(({ id }) => id);
  const columns = features.openColumns(order.manifest, order.venueType, order.scope, columnIds);
  const isKept = order.rows * columnIds.length <= KEPT_CODES;
  return isKept ? readOnce(columns, order.rows) : (id, rowCount) => columns.readColumn(id, rowCount);
}

function readOnce(columns: { readColumn: ReadColumn }, rowCount: number): ReadColumn {
  const kept = new Map<string, Uint16Array>();
  const lent = new Uint16Array(rowCount);
  return async (columnId) => {
    const codes = kept.get(columnId) ?? (await columns.readColumn(columnId)).slice();
    kept.set(columnId, codes);
    lent.set(codes);
    return lent;
  };
}

/** @returns false if the model is gone */
type ShowProgress = (share: number) => Promise<boolean>;

function createProgress(db: Database, modelId: number): ShowProgress {
  let shownShare = 0;
  return async (share) => {
    if (share < shownShare + PROGRESS_STEP) return true;
    shownShare = share;
    return saveTrainingProgress(db, { modelId, share });
  };
}

/** An exception, because learners report progress from loops; caught in {@link learn}. */
class ModelGoneError extends Error {
  override name = "ModelGoneError";
}

/** From the job's checkpoint to the end or the next pause. */
async function learn(
  context: JobContext,
  task: Omit<TrainingTask, "kernel" | "checkpoint"> & TrainingOrder,
  { pace, showProgress }: { pace: Pace; showProgress: ShowProgress },
): Promise<Interruption | Extract<TrainingResult, { kind: "trained" }>> {
  const { deps, job } = context;
  const { kernel } = deps;
  if (kernel === undefined) throw new Error("a training needs the kernel, which only the jobs Workers are given");
  const run = JSON.stringify([task.learner.name, task.manifest.version, task.cutoffDay]);
  let isUserWaiting = false;
  try {
    const result = await trainArtifact(
      { ...task, kernel, checkpoint: stateOfRun(job, run) },
      {
        pace,
        async report(share) {
          if (!(await showProgress(share))) throw new ModelGoneError("the model is gone");
        },
        async saveCheckpoint(state) {
          await context.saveCheckpoint({ run, learner: state });
          isUserWaiting = isBackground(job) && (await context.isUserWorkWaiting());
        },
        isPauseDue: () => isUserWaiting || pace.spent() > UNITS_PER_MESSAGE,
      },
    );
    return result.kind === "paused" ? { kind: "paused", isUserWaiting } : result;
  } catch (error) {
    if (error instanceof ModelGoneError) return { kind: "model-gone" };
    throw error;
  }
}

/** The completing statement stores the comparison too, so it takes effect once. */
async function storeModel(
  deps: Deps,
  model: Pick<Extract<LearningResult, { kind: "trained" }>, "artifact" | "details" | "unseen" | "runIndexes"> & {
    modelId: number;
    completedAt: number | undefined;
  },
): Promise<JobOutcome> {
  const { modelId, artifact, details, unseen, runIndexes } = model;
  const packed = await packArtifact(artifact);
  const naming = await nameArtifact(deps.db, { modelId, artifactKey: packed.key });
  if (naming === "model-gone") return { kind: "done" };
  // Train again when its removal has ended.
  if (naming === "being-removed") return { kind: "again", delaySeconds: REMOVAL_SECONDS };
  const artifactKey = await putArtifact(deps.store, packed);
  await putUnseenRaces(deps.store, artifactKey, { unseen, runIndexes });
  const parent = await compareWithOwnParent(deps, { modelId, unseen });
  const now = deps.now();
  await completeTraining(deps.db, {
    ...{ modelId, artifactKey },
    report: JSON.stringify(artifact.report),
    details:
      details === null
        ? null
        : JSON.stringify({
            ...packModelDetails(details),
            catalogueVersion: CATALOGUE_VERSION,
            ...(parent === null ? {} : { parent: packBesideParent(parent) }),
          }),
    now: model.completedAt ?? now,
    notification: { ...MODEL_READY, day: japanDay(now), perDay: MODEL_NOTIFICATIONS_PER_DAY, now },
  });
  await compareLate(deps, { modelId });
  return { kind: "done" };
}

/** Null: no parent. A deleted one is compared too. */
async function compareWithOwnParent(
  deps: Deps,
  { modelId, unseen }: { modelId: number; unseen: readonly UnseenResult[] },
): Promise<BesideParent | null> {
  const parent = await findParent(deps.db, { modelId });
  if (parent === null) return null;
  const { tries, artifactKey } = parent;
  if (artifactKey === null) return { kind: "not-measured", reason: "parent-untrained", tries };
  return besideParent(unseen, await getUnseenRaces(deps.store, artifactKey), tries);
}

/** If the child was trained first. Each job checks after its own completion, so the later one sees both. */
async function compareLate(deps: Deps, { modelId }: { modelId: number }): Promise<void> {
  for (const child of await listUncompared(deps.db, { modelId })) {
    const unseen = await getUnseenRaces(deps.store, child.artifactKey);
    const parent = unseen === null ? null : await compareWithOwnParent(deps, { modelId: child.modelId, unseen });
    if (parent !== null)
      await saveBesideParent(deps.db, { modelId: child.modelId, parent: JSON.stringify(packBesideParent(parent)) });
  }
}

function isBackground(job: ClaimedJob): boolean {
  return job.queue === "background";
}

/** Returns its quota. */
export async function endFailedTraining(deps: Deps, job: ClaimedJob): Promise<void> {
  await failTraining(deps.db, { modelId: Number(job.subject), now: deps.now() });
}

/** Null: another run's (newer data). */
function stateOfRun(job: ClaimedJob, run: string): unknown {
  const parsed = checkpointSchema.safeParse(job.checkpoint);
  return parsed.success && parsed.data.run === run ? parsed.data.learner : null;
}
