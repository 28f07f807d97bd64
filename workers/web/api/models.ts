import type { Context, Hono } from "hono";
import * as z from "zod";
import {
  AVERAGE_KINDS,
  type FeatureChoice,
  RACE_NUMS,
  raceCustomizesOf,
  staticFeaturesOf,
} from "#app/domain/features/choice.ts";
import { MODEL_VENUE_TYPES, VenueType } from "#app/domain/racing/race.ts";
import { featureChoiceSchema } from "#app/forms/feature-choice.server.ts";
import { CREATE_NAME_MESSAGES, modelNameSchema, RENAME_MESSAGES } from "#app/forms/model-name.server.ts";
import { readId } from "#app/forms/request-reading.ts";
import type { ModelSummary, Services } from "#app/services/services.ts";
import {
  type ApiEnv,
  apiError,
  bearerUser,
  parseInput,
  readJson,
  refuseSpeculative,
  requireBearer,
} from "./api-env.ts";
import { isForeign, notFound, ownedBodySchema, refuseTooMany } from "./input.ts";

const newModelSchema = z.object({
  name: modelNameSchema(CREATE_NAME_MESSAGES),
  venue_type: z.literal([...MODEL_VENUE_TYPES]).default(VenueType.central),
  /** One key and content is one model, however often it is sent; also as the header Idempotency-Key. */
  form_key: z.string().min(1).max(200).optional(),
});

const renameSchema = z.object({ name: modelNameSchema(RENAME_MESSAGES) });

/**
 * `feature` of spec §3. The form drops what a venue type does not offer; the API refuses it, because a client would
 * believe that its model has a feature which it lacks.
 */
function offeredFeatureSchema(venueType: number) {
  const average = z.object({
    race_customize: z.array(z.enum(raceCustomizesOf(venueType))),
    race_num: z.array(z.literal([...RACE_NUMS])),
  });
  const feature = z.object({
    isAllVenue: z.literal([0, 1]).default(1),
    static: z.array(z.enum(staticFeaturesOf(venueType))).default([]),
    average: z.partialRecord(z.enum(AVERAGE_KINDS), average).default({}),
  });
  return z.object({ feature });
}

/** @throws {HTTPException} 400 for unknown names, kinds without conditions or counts, and a choice of nothing */
function readChoice(body: unknown, venueType: number): FeatureChoice {
  const offered = parseInput(offeredFeatureSchema(venueType), body);
  return parseInput(z.object({ feature: featureChoiceSchema(venueType) }), offered).feature;
}

/** The words of spec §8 for clients to match on, then what they mean. */
const REFUSALS = {
  "venue-not-in-plan": "venue_type: not available on the present plan.",
  "no-features": "feature: choose at least one.",
  "too-many-features": "featureCount: more features than the present plan allows.",
  "creations-per-month": "modelCreateCount: the number of models created this month has reached the limit.",
  "models-held": "modelCount: the number of models held has reached the limit.",
} as const satisfies Record<
  Extract<Awaited<ReturnType<Services["models"]["create"]>>, { kind: "refused" }>["reason"],
  string
>;

export function modelRoutes(app: Hono<ApiEnv>): void {
  app.get("/models", requireBearer, async (c) => {
    const user = bearerUser(c);
    const models = await c.var.services.models.list({ user });
    return c.json(models.map((model) => toWire(model, user.id)));
  });

  app.post("/models", requireBearer, async (c) => {
    const user = bearerUser(c);
    const tooMany = await refuseTooMany(c, "models");
    if (tooMany) return tooMany;
    const body = await readJson(c, ownedBodySchema);
    if (isForeign(body, user)) return apiError(c, 403, "user_id is not the caller's.");
    const { name, venue_type: venueType, form_key } = parseInput(newModelSchema, body);
    const choice = readChoice(body, venueType);
    const formKey = c.req.header("Idempotency-Key") || form_key || crypto.randomUUID();
    const created = await c.var.services.models.create({ user, name, venueType, choice, formKey });
    if (created.kind === "refused") return apiError(c, 400, REFUSALS[created.reason]);
    return c.json({ model_id: created.modelId }, 201);
  });

  app.get("/models/:id", requireBearer, async (c) => {
    const model = await findOwn(c);
    return model === null ? notFound(c, "model") : c.json(toWire(model, bearerUser(c).id));
  });

  // The whole model comes back with its new name (spec §7): only the name is looked at.
  app.put("/models/:id", requireBearer, async (c) => {
    const user = bearerUser(c);
    const tooMany = await refuseTooMany(c, "models");
    if (tooMany) return tooMany;
    const body = await readJson(c, ownedBodySchema);
    if (isForeign(body, user)) return apiError(c, 403, "user_id is not the caller's.");
    const { name } = parseInput(renameSchema, body);
    const modelId = readId(c.req.param("id"));
    const renamed = modelId !== null && (await c.var.services.models.rename({ user, modelId, name }));
    const model = await findOwn(c);
    if (model === null) return notFound(c, "model");
    if (!renamed) return apiError(c, 400, "Only a complete model can be renamed.");
    return c.json(toWire(model, user.id));
  });

  app.delete("/models/:id", requireBearer, async (c) => {
    const modelId = readId(c.req.param("id"));
    const removed = modelId !== null && (await c.var.services.models.remove({ user: bearerUser(c), modelId }));
    return removed ? c.json({ result: "ok" }) : notFound(c, "model");
  });

  app.get("/confirm_model/:id", requireBearer, refuseSpeculative, async (c) => {
    const model = await findOwn(c);
    if (model === null) return notFound(c, "model");
    await c.var.services.models.confirm({ user: bearerUser(c), modelId: model.modelId });
    return c.json({ result: "ok" });
  });
}

async function findOwn(c: Context<ApiEnv, "/models/:id" | "/confirm_model/:id">): Promise<ModelSummary | null> {
  const modelId = readId(c.req.param("id"));
  return modelId === null ? null : await c.var.services.models.find({ user: bearerUser(c), modelId });
}

function toWire(model: ModelSummary, userId: number) {
  return {
    model_id: model.modelId,
    name: model.name,
    user_id: userId,
    created_at: model.createdAt,
    status: model.status,
    venue_type: model.venueType,
    is_weight: model.isWeight,
    disabled: model.disabled !== null,
    feature: model.choice,
  };
}
