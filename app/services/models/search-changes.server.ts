import * as z from "zod";
import { completeSearch, findWorkingSearch, type SearchTask, saveSearch } from "#app/db/models/suggestions.server.ts";
import { measureRace, startersOf } from "#app/domain/evaluation/race-skill.ts";
import { columnsOf, scopeOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { FeatureManifest, FeatureStore } from "#app/domain/features/matrix.ts";
import { DEFAULT_LEARNER, findLearner } from "#app/domain/learning/learners.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import { isFlat, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { MODEL_NOTIFICATIONS_PER_DAY } from "#app/domain/notifications.ts";
import { dayOfNumber, japanDay } from "#app/domain/racing/japan-time.ts";
import { changedChoice } from "#app/domain/suggestions/candidate-changes.ts";
import { type DayLoss, judgeChanges } from "#app/domain/suggestions/judge-changes.ts";
import { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";
import { raceProbabilities, type TrainingResult, trainArtifact } from "#app/domain/training/train-artifact.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { SEARCH_READY } from "#app/services/notifications/notification-words.ts";
import { columnReader, UNITS_PER_MESSAGE } from "./training.server.ts";
import { waitForData } from "./wait-for-data.server.ts";

/** Only the newest races: thirteen trainings have to end within minutes. */
export const LEARN_DAYS = 4 * 365;
const USER_WORK_SECONDS = 2;

const dayLossSchema = z.tuple([z.string(), z.number(), z.number(), z.number()]);
const checkpointSchema = z.object({
  /** The features' version: another one starts over. */
  version: z.string(),
  /** The model's own choice, then each change. */
  losses: z.array(z.array(dayLossSchema)),
  /** First day of the newest test period: the same for all, as they learn from the same races. */
  confirmFrom: z.string(),
  /** The current learner's checkpoint. */
  learner: z.unknown(),
});
type Checkpoint = z.infer<typeof checkpointSchema>;

/** One training per message: the model's own choice, then each change, on the same races. */
export async function searchChanges(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  if (await context.isUserWorkWaiting()) return { kind: "again", delaySeconds: USER_WORK_SECONDS };
  const searchId = Number(job.subject);
  const task = await findWorkingSearch(deps.db, { searchId });
  if (task === null) return { kind: "done" };
  const manifest = await features.readManifest();
  if (manifest?.venueTypes[task.venueType] === undefined) return waitForData(context, "no races of this venue type");
  const state = stateOf(job, manifest.version);
  const choices = [task.choice, ...task.changes.map((change) => changedChoice(task.choice, change, task.venueType))];
  const choice = choices[state.losses.length];
  if (choice !== undefined) {
    const measured = await measure(context, features, { task, choice, manifest, state });
    if (measured.kind !== "measured") return measured;
    const losses = [...state.losses, measured.losses];
    await context.saveCheckpoint({ ...state, losses, confirmFrom: measured.confirmFrom, learner: null });
    const isOpen = await saveSearch(deps.db, { searchId, trained: losses.length - 1 });
    return isOpen ? { kind: "again", delaySeconds: 0 } : { kind: "done" };
  }
  const [base = [], ...changed] = state.losses;
  const result = judgeChanges(base, changed, { confirmFrom: state.confirmFrom, search: task.number });
  const now = deps.now();
  const perDay = MODEL_NOTIFICATIONS_PER_DAY;
  await completeSearch(deps.db, {
    ...{ searchId, result },
    notification: { ...SEARCH_READY, modelId: task.modelId, day: japanDay(now), perDay, now },
  });
  return { kind: "done" };
}

type Measured = { kind: "measured"; losses: DayLoss[]; confirmFrom: string };

async function measure(
  context: JobContext,
  features: FeatureStore,
  order: { task: SearchTask; choice: FeatureChoice; manifest: FeatureManifest; state: Checkpoint },
): Promise<Measured | JobOutcome> {
  try {
    const result = await train(context, features, order);
    if (result.kind === "paused") return { kind: "again", delaySeconds: USER_WORK_SECONDS };
    if (result.kind === "refused") return waitForData(context, result.reason);
    return { kind: "measured", ...lossesOf(result) };
  } catch (error) {
    if (error instanceof Error && error.name === "FeatureVersionGoneError") return { kind: "again", delaySeconds: 1 };
    throw error;
  }
}

async function train(
  context: JobContext,
  features: FeatureStore,
  {
    task,
    choice,
    manifest,
    state,
  }: { task: SearchTask; choice: FeatureChoice; manifest: FeatureManifest; state: Checkpoint },
): Promise<TrainingResult> {
  const { kernel } = context.deps;
  const learner = findLearner(DEFAULT_LEARNER);
  if (kernel === undefined || learner === null) throw new Error("a training needs the kernel and a learner");
  const { venueType } = task;
  const cutoffDay = japanDay(task.createdAt);
  const scope = scopeOf(choice, venueType);
  const columns = columnsOf(choice, venueType);
  const index = await features.readRowIndex(manifest, venueType);
  const readColumn = columnReader(features, { manifest, venueType, scope, columns, rows: index.rowCount });
  const pace = createPace(context.yieldAndRenewLease);
  let isUserWaiting = false;
  return trainArtifact(
    {
      ...{ learner, index, columns, readColumn, kernel, cutoffDay, venueType, scope, choice, manifest },
      learnFrom: dayOfNumber((index.raceDay.at(-1) ?? 0) - LEARN_DAYS),
      checkpoint: state.learner,
    },
    {
      pace,
      report: async () => {},
      async saveCheckpoint(learning) {
        await context.saveCheckpoint({ ...state, learner: learning });
        isUserWaiting = await context.isUserWorkWaiting();
      },
      isPauseDue: () => isUserWaiting || pace.spent() > UNITS_PER_MESSAGE,
    },
  );
}

/** Races of the walk, each by the refit that had not seen it. */
export function lossesOf({
  races,
  walk,
  artifact,
}: Pick<Extract<TrainingResult, { kind: "trained" }>, "races" | "walk" | "artifact">): Omit<Measured, "kind"> {
  const probabilities = raceProbabilities(races, walk.firstRace, walk.outputs, artifact.temperature);
  const newest = walk.periods.at(-1)?.firstRace ?? walk.firstRace;
  return {
    losses: dayLosses(races, walk.firstRace, probabilities),
    confirmFrom: dayOfNumber(races.raceDay[newest]!),
  };
}

/** Flat races only. @param from first race */
export function dayLosses(races: TrainingRaces, from: number, probabilities: Float64Array): DayLoss[] {
  const days = new Map<string, DayLoss>();
  for (let race = from; race < races.raceCount; race++) {
    if (!isFlat(races, race)) continue;
    const { loss, uniformLoss } = measureRace(startersOf(races, race, probabilities));
    const date = dayOfNumber(races.raceDay[race]!);
    const [, count, losses, uniform] = days.get(date) ?? [date, 0, 0, 0];
    days.set(date, [date, count + 1, losses + loss, uniform + uniformLoss]);
  }
  return [...days.values()].map(
    ([date, count, loss, uniform]): DayLoss => [date, count, roundNumber(loss), roundNumber(uniform)],
  );
}

function stateOf(job: ClaimedJob, version: string): Checkpoint {
  const parsed = checkpointSchema.safeParse(job.checkpoint);
  return parsed.success && parsed.data.version === version
    ? parsed.data
    : { version, losses: [], confirmFrom: "", learner: null };
}

/** Returns its use. */
export async function endFailedSearch(deps: Deps, job: ClaimedJob): Promise<void> {
  await saveSearch(deps.db, { searchId: Number(job.subject), status: SearchStatus.failed });
}
