import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { trainArtifact } from "#app/domain/training/train-artifact.ts";
import { CHOICE } from "#test/integration/support/rows.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";

/** A model of venue type 1 that has learnt from stored features of days before another. */
export async function trainOnSynthetic(features: FeatureStore, cutoffDay = "2026-11-21"): Promise<Artifact> {
  const manifest = (await features.readManifest())!;
  const result = await trainArtifact(
    {
      learner: conditionalLogit,
      index: await features.readRowIndex(manifest, 1),
      columns: columnsOf(CHOICE, 1),
      readColumn: (id) => features.readColumn(manifest, 1, "all", id),
      kernel: kernelModule,
      cutoffDay,
      venueType: 1,
      scope: "all",
      choice: CHOICE,
      manifest,
      checkpoint: null,
    },
    {
      pace: createPace(async () => {}),
      report: async () => {},
      saveCheckpoint: async () => {},
      isPauseDue: () => false,
    },
  );
  if (result.kind !== "trained") throw new Error(result.kind);
  return result.artifact;
}
