import type { Context } from "hono";
import * as z from "zod";
import { type ApiEnv, found, readJson, readQuery } from "./api-env.ts";
import type { ApiCalls } from "./describe.ts";
import { sharedAnalysisWire, toWireSharedAnalysis } from "./wire.ts";

const reference = z
  .union([z.string().min(1).max(64), z.int().positive().transform(String)], "must be a share id or an id")
  .meta({ description: "The analysis: its share id, or its plain number" });

const analysisQuery = z.object({ id: z.string().min(1).max(64).meta({ description: "Share id, or plain number" }) });

/** Names and scores sent by clients are ignored: the image shows only what the owner shared. */
const imageSchema = z
  .object({
    id: reference.optional(),
    analysis_result_id: reference.optional(),
    analysis: z.object({ analysis_result_id: reference }).optional(),
  })
  .refine(
    (body) => readReference(body) !== undefined,
    "id, analysis_result_id or analysis.analysis_result_id is needed",
  )
  .meta({ id: "ShareImageRequest" });

function readReference(body: {
  id?: string | undefined;
  analysis_result_id?: string | undefined;
  analysis?: { analysis_result_id: string } | undefined;
}): string | undefined {
  return body.id ?? body.analysis_result_id ?? body.analysis?.analysis_result_id;
}

export const shareCalls: ApiCalls = {
  "GET /share/analysis": {
    summary: "A shared analysis",
    description: "404 unless its owner shares it at this moment.",
    isPublic: true,
    query: analysisQuery,
    answers: { 200: { description: "The analysis as everybody sees it", schema: sharedAnalysisWire } },
    limit: { address: "share-analysis" },
    refusals: [404],
    handler: async (c) => c.json(await findShared(c, readQuery(c, analysisQuery).id)),
  },

  "POST /share/image": {
    summary: "The image of a shared analysis",
    description:
      "Only the id is used: names and scores come from what the owner shared. Say it as id, as analysis_result_id, or within analysis.",
    isPublic: true,
    json: imageSchema,
    answers: {
      200: {
        description: "PNG, 1200 × 630; another address whenever it shows something else",
        schema: z.object({ url: z.string().meta({ format: "uri" }) }).meta({ id: "ShareImage" }),
      },
    },
    limit: { address: "share-image" },
    refusals: [404],
    async handler(c) {
      const reference = readReference(await readJson(c, imageSchema)) ?? "";
      return c.json({ url: (await findShared(c, reference)).image_url });
    },
  },
};

async function findShared(c: Context<ApiEnv>, reference: string) {
  return toWireSharedAnalysis(found(await c.env.services.sharing.resolve({ reference }), "shared analysis"));
}
