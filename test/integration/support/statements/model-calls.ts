import * as artifacts from "#app/db/models/artifacts.server.ts";
import * as lineage from "#app/db/models/lineage.server.ts";
import * as models from "#app/db/models/models.server.ts";
import * as training from "#app/db/models/training.server.ts";
import { CHOICE } from "#test/integration/support/billing/plan-factories.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const user = { userId: 1 };
const own = { ...user, modelId: 1 };

const artifactCalls: Calls<typeof artifacts> = {
  beginArtifactRemovals: ({ db }) => artifacts.beginArtifactRemovals(db, { userId: 9, now: NOW }),
  endArtifactRemovals: ({ db }) => artifacts.endArtifactRemovals(db, ["artifacts/9"]),
  nameArtifact: ({ db }) => artifacts.nameArtifact(db, { modelId: 1, artifactKey: "artifacts/1" }),
};

const lineageCalls: Calls<typeof lineage> = {
  findParent: ({ db }) => lineage.findParent(db, { modelId: 1 }),
  listUncompared: ({ db }) => lineage.listUncompared(db, { modelId: 1 }),
  saveBesideParent: ({ db }) => lineage.saveBesideParent(db, { modelId: 1, parent: '[1,"no-common-races"]' }),
  // In the batch of listModelsWithDetails.
  selectAncestors: null,
};

const modelCalls: Calls<typeof models> = {
  confirmModels: async ({ db }) => {
    await models.confirmModels(db, { ...own, now: NOW });
    await models.confirmModels(db, { ...user, modelId: undefined, now: NOW });
  },
  insertModel: async ({ db }) => {
    const model = {
      ...user,
      formKey: "form",
      name: "m",
      venueType: 1,
      choice: CHOICE,
      featureCount: 8,
      isWeight: false,
      parentId: null,
    };
    const booking = { now: NOW, day: "2026-11-21", month: "2026-11", underFreeLimits: true };
    const job = { id: "train", kind: "train-model" } as const;
    await models.insertModel(db, { model, booking, job, limits: { createdPerMonth: 9, held: 9 } });
    const limits = { createdPerMonth: null, held: null };
    await models.insertModel(db, { model, booking, job: { ...job, id: "train 2" }, limits });
  },
  isRemovedModel: ({ db }) => models.isRemovedModel(db, own),
  listModels: ({ db }) => models.listModels(db, user),
  listModelsWithArtifacts: ({ db }) => models.listModelsWithArtifacts(db, user),
  listModelsWithDetails: ({ db }) => models.listModelsWithDetails(db, own),
  listModelsWithFigures: ({ db }) => models.listModelsWithFigures(db, user),
  removeModel: ({ db }) => models.removeModel(db, { ...own, modelId: 9, now: NOW }),
  renameModel: ({ db }) => models.renameModel(db, { ...own, name: "name" }),
  selectModels: ({ db }) => models.selectModels(db, user),
  // In the batch of readRaceModels.
  selectModelsBesideOdds: null,
  setDefaultModel: async ({ db }) => {
    await models.setDefaultModel(db, { ...own, isDefault: true });
    await models.setDefaultModel(db, { ...own, isDefault: false });
  },
  toModelRecord: null,
};

const trainingCalls: Calls<typeof training> = {
  completeTraining: ({ db }) =>
    training.completeTraining(db, {
      ...{ modelId: 1, artifactKey: "artifacts/1", report: "{}", details: null, now: NOW },
      notice: { title: "{model}", body: "{model}", day: "2026-11-21", perDay: 1, now: NOW },
    }),
  failTraining: ({ db }) => training.failTraining(db, { modelId: 1, now: NOW }),
  isRaceDataChanging: ({ db }) => training.isRaceDataChanging(db),
  saveTrainingProgress: ({ db }) => training.saveTrainingProgress(db, { modelId: 1, share: 0.5 }),
  startTraining: ({ db }) => training.startTraining(db, { modelId: 1, today: "2026-11-21" }),
};

export const MODEL_CALLS = {
  "app/db/models/artifacts.server.ts": artifactCalls,
  "app/db/models/lineage.server.ts": lineageCalls,
  "app/db/models/models.server.ts": modelCalls,
  "app/db/models/training.server.ts": trainingCalls,
};
