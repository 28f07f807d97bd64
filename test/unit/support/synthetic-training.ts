import { type Artifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";
import type { Watch } from "#app/domain/learning/learner.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { type TrainingTask, trainArtifact } from "#app/domain/training/train-artifact.ts";
import type { SyntheticRaces } from "#test/unit/learning/synthetic-races.ts";

/** A watch without progress reports that never pauses. */
export const quiet: Watch = {
  pace: createPace(async () => {}),
  report: async () => {},
  saveCheckpoint: async () => {},
  isPauseDue: () => false,
};

/** Trainings of one learner on all of the synthetic races. */
export function createTraining(learning: Pick<TrainingTask, "learner" | "kernel">) {
  function taskOf(races: SyntheticRaces, overrides: Partial<TrainingTask> = {}): TrainingTask {
    return {
      ...learning,
      index: races.index,
      columns: races.columns,
      readColumn: races.readColumn,
      cutoffDay: "2099-01-01",
      venueType: 1,
      scope: "all",
      choice: { static: ["騎手"], average: {} },
      manifest: { version: "v1", importId: 3 },
      checkpoint: null,
      ...overrides,
    };
  }

  /** @throws when the training is paused or refused */
  async function train(races: SyntheticRaces, overrides: Partial<TrainingTask> = {}, watch = quiet): Promise<Artifact> {
    const result = await trainArtifact(taskOf(races, overrides), watch);
    if (result.kind !== "trained") throw new Error(result.kind);
    return result.artifact;
  }

  return { taskOf, train };
}

/** The artifact's stored text, to compare two of them byte for byte. */
export function textOf(artifact: Artifact): string {
  return new TextDecoder().decode(serialiseArtifact(artifact));
}
