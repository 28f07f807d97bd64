import {
  confirmModels,
  insertModel,
  isRemovedModel,
  listModels,
  listModelsWithDetails,
  listModelsWithFigures,
  type ModelRecord,
  removeModel,
  renameModel,
  setDefaultModel,
} from "#app/db/models/models.server.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { type PackedBesideParent, unpackBesideParent } from "#app/domain/comparing/parent-and-child.ts";
import {
  type PackedModelDetails,
  type PackedModelFigures,
  unpackModelDetails,
  unpackModelFigures,
} from "#app/domain/evaluation/model-details.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import { countFeatures, type FeatureChoice, usesWeight } from "#app/domain/features/choice.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import { isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";
import { renewedModelName, storedModelName } from "#app/domain/model-name.ts";
import {
  type DisabledReason,
  enforcedLimit,
  type ModelRefusal,
  markDisabled,
  refuseModelByUse,
  refuseModelContent,
  refuseSearchByUse,
} from "#app/domain/plans/entitlements.ts";
import type { OwnModel, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { hasFreeLimits, planLimits } from "#app/domain/plans/plans.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { ModelDetail, ModelSummary, ModelWithFigures } from "#app/domain/views/models.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";

export async function list(deps: Deps, { user }: { user: PlanHolder }): Promise<ModelSummary[]> {
  return summarizeModels(await listModels(deps.db, { userId: user.id }), user);
}

export async function listWithFigures(deps: Deps, { user }: { user: PlanHolder }): Promise<ModelWithFigures[]> {
  return withFigures(await listModelsWithFigures(deps.db, { userId: user.id }), user);
}

export function withFigures(
  found: readonly { model: ModelRecord; figures: string | null }[],
  user: PlanHolder,
): ModelWithFigures[] {
  const figuresOf = new Map(found.map(({ model, figures }) => [model.modelId, figures]));
  const models = found.map(({ model }) => model);
  return summarizeModels(models, user).map((model) => {
    const figures = figuresOf.get(model.modelId) ?? null;
    return {
      ...model,
      figures: figures === null ? null : unpackModelFigures(JSON.parse(figures) as PackedModelFigures),
    };
  });
}

type StoredModelDetails = PackedModelDetails & {
  parent?: PackedBesideParent;
  /** Version of the catalogue that its columns are of. */
  catalogueVersion: number;
};

/** Enabled, then disabled; newest first. */
export function summarizeModels(models: ModelRecord[], user: PlanHolder): ModelSummary[] {
  return markDisabled(models, planLimits(user.plan)).map(({ model, disabled }) => toSummary(model, disabled));
}

/** Reads all models, as they decide which one is disabled. Null: not the user's, deleted or unknown. */
export async function find(deps: Deps, { user, modelId }: OwnModel): Promise<ModelDetail | null> {
  const { models, details, ancestors, newestResultDay, searches } = await listModelsWithDetails(deps.db, {
    ...{ userId: user.id, modelId, month: japanMonth(deps.now()) },
  });
  const model = summarizeModels(models, user).find((candidate) => candidate.modelId === modelId);
  if (model === undefined) return null;
  const heldModels = models.filter(({ status }) => isHeld(status)).length;
  const isFree = searches.working === 0 && refuseSearchByUse(searches, user.plan) === null;
  const canSearch = model.status === ModelStatus.complete && isFree;
  if (details === null)
    return {
      ...{ ...model, heldModels, canSearch },
      ...{ details: null, besideParent: null, ancestors, newestResultDay },
      // Complete without details: older.
      isOfOlderCatalogue: model.status === ModelStatus.complete,
    };
  const packed = JSON.parse(details) as StoredModelDetails;
  return {
    ...{ ...model, heldModels, canSearch },
    newestResultDay,
    isOfOlderCatalogue: packed.catalogueVersion < CATALOGUE_VERSION,
    details: unpackModelDetails(packed),
    besideParent: packed.parent === undefined ? null : unpackBesideParent(packed.parent),
    ancestors,
  };
}

/** The same form returns its model, with other content another one. The form of a deleted model is refused. */
export async function create(
  deps: Deps,
  input: {
    user: PlanHolder;
    name: string;
    venueType: number;
    choice: FeatureChoice;
    formKey: string;
    parentId?: number | null;
  },
): Promise<CreationOutcome> {
  const { user, venueType, choice, formKey, parentId = null } = input;
  const name = cleanName(input.name);
  return await insert(deps, { user, name, venueType, choice, parentId, key: [formKey, name, venueType, choice] });
}

/** A child with the same features and today's data ({@link renewedModelName}). The form's key ignores the name. */
export async function renew(
  deps: Deps,
  { user, modelId, formKey }: { user: PlanHolder; modelId: number; formKey: string },
): Promise<CreationOutcome | Refused<"no-complete-model">> {
  const own = await listModels(deps.db, { userId: user.id });
  const model = own.find((each) => each.modelId === modelId && each.status === ModelStatus.complete);
  if (model === undefined) return refused("no-complete-model");
  const { venueType, choice } = model;
  const name = renewedModelName(
    model.name,
    own.map((each) => each.name),
  );
  return await insert(deps, { user, name, venueType, choice, parentId: modelId, key: [formKey, "renewal", modelId] });
}

type CreationOutcome = { kind: "created"; modelId: number } | Refused<ModelRefusal | "already-deleted">;

/** @param key equal for equal forms */
async function insert(
  deps: Deps,
  {
    user,
    name,
    venueType,
    choice,
    parentId,
    key,
  }: {
    user: PlanHolder;
    name: string;
    venueType: number;
    choice: FeatureChoice;
    parentId: number | null;
    key: readonly unknown[];
  },
): Promise<CreationOutcome> {
  const limits = planLimits(user.plan);
  const featureCount = countFeatures(choice);
  const refusal = refuseModelContent({ venueType, featureCount }, limits);
  if (refusal !== null) return refused(refusal);

  const now = deps.now();
  const job = { id: deps.newId(), kind: "train-model" } as const;
  const outcome = await insertModel(deps.db, {
    model: {
      userId: user.id,
      formKey: await sha256Hex(JSON.stringify(key)),
      name,
      venueType,
      choice,
      featureCount,
      isWeight: usesWeight(choice),
      parentId,
    },
    limits: { createdPerMonth: enforcedLimit(limits.modelCreationsPerMonth), held: enforcedLimit(limits.models) },
    booking: { now, day: japanDay(now), month: japanMonth(now), underFreeLimits: hasFreeLimits(user.plan) },
    job,
  });
  if (outcome.modelId === null) {
    // The account was deleted meanwhile.
    return refused(refuseModelByUse(outcome, limits) ?? "models-held");
  }
  if (outcome.isDeleted) return refused("already-deleted");
  if (outcome.isNew) await wakeJob(deps, job);
  return { kind: "created", modelId: outcome.modelId };
}

/** Complete models only. */
export async function rename(
  deps: Deps,
  { user, modelId, ...input }: { user: PlanHolder; modelId: number; name: string },
): Promise<{ kind: "renamed" } | Refused<"invalid-name" | "no-complete-model">> {
  const name = storedModelName(input.name);
  if (name === null) return refused("invalid-name");
  const isRenamed = await renameModel(deps.db, { userId: user.id, modelId, name });
  return isRenamed ? { kind: "renamed" } : refused("no-complete-model");
}

/** Or removes the star. Idempotent. */
export async function setDefault(
  deps: Deps,
  { user, modelId, isDefault }: { user: PlanHolder; modelId: number; isDefault: boolean },
): Promise<{ kind: "set" } | Refused<"no-complete-model">> {
  const isSet = await setDefaultModel(deps.db, { userId: user.id, modelId, isDefault });
  return isSet ? { kind: "set" } : refused("no-complete-model");
}

/** A running training stops. Returns no quota. */
export async function remove(
  deps: Deps,
  { user, modelId }: OwnModel,
): Promise<{ kind: "deleted" } | Refused<"not-found">> {
  const isRemoved = await removeModel(deps.db, { userId: user.id, modelId, now: deps.now() });
  return isRemoved ? { kind: "deleted" } : refused("not-found");
}

/** For repeated forms. */
export async function wasRemoved(deps: Deps, { user, modelId }: OwnModel): Promise<boolean> {
  return await isRemovedModel(deps.db, { userId: user.id, modelId });
}

/** Without modelId all. */
export async function confirm(deps: Deps, { user, modelId }: { user: PlanHolder; modelId?: number }): Promise<void> {
  await confirmModels(deps.db, { userId: user.id, modelId, now: deps.now() });
}

function toSummary({ report, isHeld: _isHeld, ...model }: ModelRecord, disabled: DisabledReason): ModelSummary {
  return { ...model, report: report === null ? null : (JSON.parse(report) as SkillReport), disabled };
}
