import type { Context } from "hono";
import * as z from "zod";
import type { AnalysisRefusal } from "#app/domain/scoring/analysis-refusal.ts";
import type { AnalysisDetail } from "#app/domain/views/analyses.ts";
import { ANALYSIS_REFUSALS } from "#app/forms/analyses/analysis-refusals.ts";
import { MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";
import { readId } from "#app/http/request-reading.ts";
import {
  type ApiEnv,
  type ApiRefusal,
  bearerUser,
  found,
  pathId,
  readOwnJson,
  readQuery,
  refuse,
  userIdField,
} from "./api-env.ts";
import { type ApiCalls, doneSchema } from "./describe.ts";
import { analysisWire, explainedAnalysisWire, toWireAnalysis, toWireExplained } from "./wire.ts";

const requestSchema = z
  .object({
    user_id: userIdField,
    model_id: z.union(
      [
        z.int().positive(),
        z
          .string()
          .regex(/^[1-9]\d{0,14}$/)
          .transform(Number),
      ],
      "must be a model's id",
    ),
    race_id: z.union([z.string().min(1).max(200), z.int().transform(String)], "must be a race's id"),
  })
  .meta({ id: "AnalysisRequest" });

const requestedWire = (result: "accept" | "complete") =>
  z.object({ result: z.literal(result), analysis_result_id: z.int().positive() });

/** A whole number of at most nine digits; an empty value counts as absent. */
const countSchema = z
  .string()
  .regex(/^\d{0,9}$/, "must be a whole number")
  .transform((text) => (text === "" ? undefined : Number(text)))
  .optional();
const pageSchema = z.object({ offset: countSchema, limit: countSchema });

/** Clients match on the whole text of the day limit and on the words "parallel" and "month", which must not change. */
const REFUSALS: Record<AnalysisRefusal, ApiRefusal> = {
  "race-not-found": [404, "race does not exist"],
  "race-cancelled": [400, "The race is cancelled."],
  "race-without-runners": [400, "The race has no runners yet."],
  "race-without-starters": [400, "All horses of the race are withdrawn."],
  "model-not-found": [404, "model does not exist"],
  "model-not-usable": [400, "The model is not complete."],
  "model-disabled": [400, MODEL_MESSAGES.disabled],
  "model-of-other-venue": [400, "The model is for another venue type."],
  "weight-not-announced": [400, "The model uses the horses' weight, which is not announced yet."],
  paused: [400, ANALYSIS_REFUSALS.paused.text],
  "own-per-month": [400, ANALYSIS_REFUSALS["own-per-month"].text],
  "per-day": [400, "The number of analysis has reached the limit."],
  "at-once": [400, "The number of parallel analysis has reached the limit."],
  "per-month": [400, "The number of analysis of this month has reached the limit."],
  "per-lifetime": [
    400,
    "The number of analysis of this month and of the lifetime of the free plan has reached the limit.",
  ],
};

export const analysisCalls: ApiCalls = {
  "POST /analyze": {
    summary: "Analyse a race with a model",
    description:
      "What the user has decided, a pause and a limit of the month, is refused first, then the plan's limits in the order day, parallel, month, lifetime, each by words of its own. A request that is already under way is accepted again and counted once.",
    json: requestSchema,
    answers: {
      200: {
        description: "This model has a finished analysis of this race on unchanged data; nothing is counted.",
        schema: requestedWire("complete"),
      },
      202: { description: "Queued", schema: requestedWire("accept") },
    },
    limit: { user: "analyze" },
    refusals: [404],
    async handler(c) {
      const user = bearerUser(c);
      const { model_id: modelId, race_id: raceId } = await readOwnJson(c, requestSchema);
      const requested = await c.env.services.analyses.request({ user, modelId, raceId });
      if (requested.kind === "refused") return refuse(c, requested, REFUSALS);
      return requested.kind === "complete"
        ? c.json({ result: "complete", analysis_result_id: requested.analysisId }, 200)
        : c.json({ result: "accept", analysis_result_id: requested.analysisId }, 202);
    },
  },

  "GET /analysis_results": {
    summary: "The caller's analyses, newest first",
    query: pageSchema,
    answers: { 200: { description: "The analyses, [] when there are none", schema: z.array(analysisWire) } },
    async handler(c) {
      const { offset = 0, limit } = readQuery(c, pageSchema);
      const list = await c.env.services.analyses.list({ user: bearerUser(c), offset, limit, withScores: true });
      return c.json(list.map(toWireAnalysis));
    },
  },

  "GET /analysis_result": {
    summary: "One analysis",
    query: z.object({ analysis_result_id: z.int().positive() }),
    answers: { 200: { description: "The analysis", schema: explainedAnalysisWire } },
    refusals: [404],
    handler: async (c) => c.json(toWireExplained(await findOwn(c, c.req.query("analysis_result_id")))),
  },

  "DELETE /analysis_results/{id}": {
    summary: "Delete an analysis",
    description: "Gives no analysis back; 409 while it is in progress.",
    answers: { 200: { description: "Deleted", schema: doneSchema } },
    refusals: [409],
    async handler(c) {
      const analysisId = pathId(c, "analysis result");
      const removed = await c.env.services.analyses.remove({ user: bearerUser(c), analysisId });
      if (removed.kind === "deleted") return c.json({ result: "ok" });
      return refuse(c, removed, {
        "not-found": [404, "analysis result does not exist"],
        "in-progress": [409, "The analysis is in progress."],
      });
    },
  },

  "GET /confirm_analyzed/{id}": {
    summary: "Mark a finished analysis as seen",
    changesByGet: true,
    answers: { 200: { description: "Seen", schema: doneSchema } },
    async handler(c) {
      const { analysisId } = await findOwn(c, c.req.param("id"));
      await c.env.services.analyses.confirm({ user: bearerUser(c), analysisId });
      return c.json({ result: "ok" });
    },
  },
};

async function findOwn(c: Context<ApiEnv>, id: string | undefined): Promise<AnalysisDetail> {
  const analysisId = found(readId(id), "analysis result");
  return found(await c.env.services.analyses.find({ user: bearerUser(c), analysisId }), "analysis result");
}
