import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import {
  AVERAGE_KINDS,
  type FeatureChoice,
  RACE_NUMS,
  raceCustomizesOf,
  staticFeaturesOf,
} from "#app/domain/features/choice.ts";
import type { ModelRefusal } from "#app/domain/plans/entitlements.ts";
import { MODEL_VENUE_TYPES, VenueType } from "#app/domain/racing/race.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import { featureChoiceSchema } from "#app/forms/models/model-create.server.ts";
import { CREATE_NAME_MESSAGES, modelNameSchema, RENAME_MESSAGES } from "#app/forms/models/model-forms.server.ts";
import {
  type ApiEnv,
  type ApiRefusal,
  apiError,
  bearerUser,
  found,
  parseInput,
  pathId,
  readOwnJson,
  refuse,
  userIdField,
} from "./api-env.ts";
import { type ApiCalls, doneSchema, oneOf } from "./describe.ts";
import { modelWire, suggestionsWire, toWireModel, toWireSuggestions } from "./wire.ts";

/** The form silently drops features that a venue type does not offer. A client would assume that the model has them. */
function offeredFeatureSchema(venueType: number) {
  const average = z.object({
    race_customize: z.array(z.enum(raceCustomizesOf(venueType))),
    race_num: z.array(oneOf(RACE_NUMS)),
  });
  const feature = z.object({
    isAllVenue: oneOf([0, 1]).default(1),
    static: z.array(z.enum(staticFeaturesOf(venueType))).default([]),
    average: z.partialRecord(z.enum(AVERAGE_KINDS), average).default({}),
  });
  return z.object({ feature });
}

const newModelSchema = z
  .object({
    user_id: userIdField,
    name: modelNameSchema(CREATE_NAME_MESSAGES).meta({ description: "At most 15 characters" }),
    venue_type: oneOf(MODEL_VENUE_TYPES).default(VenueType.central),
    feature: offeredFeatureSchema(VenueType.central).shape.feature,
    parent_id: z
      .int()
      .positive()
      .nullish()
      .meta({ description: "The caller's model that this one inherits from; the two are compared" }),
    form_key: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "One key and content is one model, however often it is sent." }),
  })
  .meta({ id: "NewModel" });

const newModelHeaders = z.object({
  "Idempotency-Key": z.string().max(200).optional().meta({ description: "Like form_key" }),
});

const createdWire = z.object({ model_id: z.int().positive() }).meta({ id: "ModelCreated" });

const renameSchema = z
  .object({
    user_id: userIdField,
    name: modelNameSchema(RENAME_MESSAGES).meta({ description: "At most 15 characters" }),
  })
  .meta({ id: "ModelName" });

/** @throws {HTTPException} 400 for unknown names, kinds without conditions or counts, and an empty choice */
function readChoice(body: unknown, venueType: number): FeatureChoice {
  const offered = parseInput(offeredFeatureSchema(venueType), body);
  return parseInput(z.object({ feature: featureChoiceSchema(venueType) }), offered).feature;
}

/** Clients match on the first word, which must not change (above all modelCreateCount); an explanation follows. */
const CREATION_REFUSALS: Record<ModelRefusal | "already-deleted", ApiRefusal> = {
  "venue-not-in-plan": [400, "venue_type: not available on the present plan."],
  "no-features": [400, "feature: choose at least one."],
  "too-many-features": [400, "featureCount: more features than the present plan allows."],
  "creations-per-month": [400, "modelCreateCount: the number of models created this month has reached the limit."],
  "models-held": [400, "modelCount: the number of models held has reached the limit."],
  "already-deleted": [400, "form_key: the model that was made with it is deleted."],
};

export const modelCalls: ApiCalls = {
  "GET /models": {
    summary: "The caller's models",
    description: "Enabled ones newest first, then the disabled ones.",
    answers: { 200: { description: "The models, [] when there are none", schema: z.array(modelWire) } },
    async handler(c) {
      const user = bearerUser(c);
      const models = await c.env.services.models.list({ user });
      return c.json(models.map((model) => toWireModel(model, user.id)));
    },
  },

  "POST /models": {
    summary: "Create a model",
    description:
      "is_weight, plan, status and disabled of a client decide nothing. 400 with modelCreateCount: no creation left this month; with modelCount: as many models held as the plan allows; with featureCount: too many features; with form_key: the same body made a model that is deleted by now; with parent_id: no such model of the caller. What the venue type does not offer is refused.",
    headers: newModelHeaders,
    json: newModelSchema,
    answers: { 201: { description: "Being created", schema: createdWire } },
    limit: { user: "models" },
    async handler(c) {
      const user = bearerUser(c);
      const body = await readOwnJson(c, newModelSchema);
      const { name, venue_type: venueType, parent_id: parentId = null } = body;
      const choice = readChoice(body, venueType);
      if (parentId !== null && (await c.env.services.models.find({ user, modelId: parentId })) === null)
        return apiError(c, 400, "parent_id: no such model.");
      const formKey = idempotencyKey(c) ?? body.form_key ?? crypto.randomUUID();
      const created = await c.env.services.models.create({ user, name, venueType, choice, formKey, parentId });
      if (created.kind === "refused") return refuse(c, created, CREATION_REFUSALS);
      return c.json({ model_id: created.modelId }, 201);
    },
  },

  "GET /models/{id}": {
    summary: "One model",
    answers: { 200: { description: "The model", schema: modelWire } },
    handler: async (c) => c.json(toWireModel(await findOwn(c), bearerUser(c).id)),
  },

  "GET /models/{id}/suggestions": {
    summary: "The newest measured suggestions of a complete model",
    description: "Skill only. Searches are started on the page.",
    answers: { 200: { description: "The newest search of the model", schema: suggestionsWire } },
    async handler(c) {
      const modelId = pathId(c, "model");
      const suggestions = await c.env.services.models.readSuggestions({ user: bearerUser(c), modelId });
      return c.json(toWireSuggestions(found(suggestions, "model")));
    },
  },

  "PUT /models/{id}": {
    summary: "Rename a complete model",
    description: "Takes the whole model with its new name: only the name is looked at.",
    json: renameSchema,
    answers: { 200: { description: "The renamed model", schema: modelWire } },
    limit: { user: "models" },
    async handler(c) {
      const user = bearerUser(c);
      const { name } = await readOwnJson(c, renameSchema);
      const modelId = pathId(c, "model");
      const renamed = await c.env.services.models.rename({ user, modelId, name });
      const model = await findOwn(c);
      if (renamed.kind === "refused") return apiError(c, 400, "Only a complete model can be renamed.");
      return c.json(toWireModel(model, user.id));
    },
  },

  "DELETE /models/{id}": {
    summary: "Delete a model",
    description: "Gives no creation back.",
    answers: { 200: { description: "Deleted", schema: doneSchema } },
    async handler(c) {
      const modelId = pathId(c, "model");
      const removed = await c.env.services.models.remove({ user: bearerUser(c), modelId });
      found(removed.kind === "deleted" ? removed : null, "model");
      return c.json({ result: "ok" });
    },
  },

  "GET /confirm_model/{id}": {
    summary: "Mark a finished model as seen",
    changesByGet: true,
    answers: { 200: { description: "Seen", schema: doneSchema } },
    async handler(c) {
      const { modelId } = await findOwn(c);
      await c.env.services.models.confirm({ user: bearerUser(c), modelId });
      return c.json({ result: "ok" });
    },
  },
};

function idempotencyKey(c: Context<ApiEnv>): string | null {
  const key = c.req.header("Idempotency-Key") ?? "";
  if (key.length > 200) throw new HTTPException(400, { message: "Idempotency-Key: at most 200 characters." });
  return key === "" ? null : key;
}

async function findOwn(c: Context<ApiEnv>): Promise<ModelSummary> {
  const modelId = pathId(c, "model");
  return found(await c.env.services.models.find({ user: bearerUser(c), modelId }), "model");
}
