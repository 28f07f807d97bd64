import type { Context, Hono } from "hono";
import * as z from "zod";
import { readId } from "#app/forms/request-reading.ts";
import type { AnalysisDetail, AnalysisSummary, Services } from "#app/services/services.ts";
import {
  type ApiEnv,
  apiError,
  bearerUser,
  parseInput,
  readJson,
  readQuery,
  refuseSpeculative,
  requireBearer,
} from "./api-env.ts";
import { isForeign, notFound, ownedBodySchema, refuseTooMany } from "./input.ts";

const requestSchema = z.object({
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
});

/** A whole number of at most nine digits; an empty one counts as not sent. */
const countSchema = z
  .string()
  .regex(/^\d{0,9}$/, "must be a whole number")
  .transform((text) => (text === "" ? undefined : Number(text)))
  .optional();
const pageSchema = z.object({ offset: countSchema, limit: countSchema });

type Refusal = Extract<Awaited<ReturnType<Services["analyses"]["request"]>>, { kind: "refused" }>["reason"];

/** Status and detail; clients match on the first limit's whole text, and on the words parallel and month (spec §8). */
const REFUSALS: Record<Refusal, readonly [400 | 404, string]> = {
  "race-not-found": [404, "race does not exist"],
  "race-without-runners": [400, "The race has no runners yet."],
  "model-not-found": [404, "model does not exist"],
  "model-not-usable": [400, "The model is not complete."],
  "model-disabled": [400, "このモデルは現在のプランでは利用できません"],
  "model-of-other-venue": [400, "The model is for another venue type."],
  "weight-not-announced": [400, "The model uses the horses' weight, which is not announced yet."],
  "per-day": [400, "The number of analysis has reached the limit."],
  "at-once": [400, "The number of parallel analysis has reached the limit."],
  "per-month": [400, "The number of analysis of this month has reached the limit."],
  "per-lifetime": [
    400,
    "The number of analysis of this month and of the lifetime of the free plan has reached the limit.",
  ],
};

export function analysisRoutes(app: Hono<ApiEnv>): void {
  app.post("/analyze", requireBearer, async (c) => {
    const user = bearerUser(c);
    const tooMany = await refuseTooMany(c, "analyze");
    if (tooMany) return tooMany;
    const body = await readJson(c, ownedBodySchema);
    if (isForeign(body, user)) return apiError(c, 403, "user_id is not the caller's.");
    const { model_id: modelId, race_id: raceId } = parseInput(requestSchema, body);
    const requested = await c.var.services.analyses.request({ user, modelId, raceId });
    if (requested.kind === "refused") return apiError(c, ...REFUSALS[requested.reason]);
    return requested.kind === "complete"
      ? c.json({ result: "complete", analysis_result_id: requested.analysisId }, 200)
      : c.json({ result: "accept", analysis_result_id: requested.analysisId }, 202);
  });

  app.get("/analysis_results", requireBearer, async (c) => {
    const { offset = 0, limit } = readQuery(c, pageSchema);
    const list = await c.var.services.analyses.list({ user: bearerUser(c), offset, limit, withScores: true });
    return c.json(list.map(toWire));
  });

  app.get("/analysis_result", requireBearer, async (c) => {
    const analysis = await findOwn(c, c.req.query("analysis_result_id"));
    return analysis === null ? notFound(c, "analysis result") : c.json(toWire(analysis));
  });

  app.delete("/analysis_results/:id", requireBearer, async (c) => {
    const analysisId = readId(c.req.param("id"));
    const removed = analysisId !== null && (await c.var.services.analyses.remove({ user: bearerUser(c), analysisId }));
    if (removed) return c.json({ result: "ok" });
    const isThere = (await findOwn(c, c.req.param("id"))) !== null;
    return isThere ? apiError(c, 409, "The analysis is in progress.") : notFound(c, "analysis result");
  });

  app.get("/confirm_analyzed/:id", requireBearer, refuseSpeculative, async (c) => {
    const analysis = await findOwn(c, c.req.param("id"));
    if (analysis === null) return notFound(c, "analysis result");
    await c.var.services.analyses.confirm({ user: bearerUser(c), analysisId: analysis.analysisId });
    return c.json({ result: "ok" });
  });
}

async function findOwn(c: Context<ApiEnv>, id: string | undefined): Promise<AnalysisDetail | null> {
  const analysisId = readId(id);
  return analysisId === null ? null : await c.var.services.analyses.find({ user: bearerUser(c), analysisId });
}

function toWire(analysis: AnalysisSummary) {
  const { raceNum, name, title, date } = analysis.raceInfo;
  return {
    analysis_result_id: analysis.analysisId,
    model_name: analysis.modelName,
    venue_type: analysis.venueType,
    created_at: analysis.createdAt,
    status: analysis.status,
    result: {
      race_info: { race_num: raceNum, name, title, date },
      scores: (analysis.scores ?? []).map(({ horseNum, horseName, index, probability }) => ({
        uma_num: horseNum,
        name: horseName,
        score: index,
        probability,
      })),
    },
  };
}
