import type { Context } from "hono";
import * as z from "zod";
import { type ApiEnv, readJson, readQuery, refuse } from "./api-env.ts";
import { type Api, addCall } from "./describe.ts";
import { notFound } from "./input.ts";
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

export function shareRoutes(api: Api): void {
  addCall(api, {
    method: "get",
    path: "/share/analysis",
    summary: "A shared analysis",
    description: "404 unless its owner shares it at this moment.",
    tag: "sharing",
    access: "public",
    query: analysisQuery,
    answers: { 200: { description: "The analysis as everybody sees it", schema: sharedAnalysisWire } },
    refusals: [404, 429],
    async handler(c) {
      const tooMany = await refuseTooManyShares(c, "share-analysis");
      if (tooMany) return tooMany;
      const shared = await c.env.services.sharing.resolve({ reference: readQuery(c, analysisQuery).id });
      return shared === null ? notFound(c, "shared analysis") : c.json(toWireSharedAnalysis(shared));
    },
  });

  addCall(api, {
    method: "post",
    path: "/share/image",
    summary: "The image of a shared analysis",
    description:
      "Only the id is used: names and scores come from what the owner shared. Say it as id, as analysis_result_id, or within analysis.",
    tag: "sharing",
    access: "public",
    json: imageSchema,
    answers: {
      200: {
        description: "PNG, 1200 × 630; another address whenever it shows something else",
        schema: z.object({ url: z.string().meta({ format: "uri" }) }).meta({ id: "ShareImage" }),
      },
    },
    refusals: [404, 429],
    async handler(c) {
      const tooMany = await refuseTooManyShares(c, "share-image");
      if (tooMany) return tooMany;
      const id = readReference(await readJson(c, imageSchema)) ?? "";
      const shared = await c.env.services.sharing.resolve({ reference: id });
      return shared === null ? notFound(c, "shared analysis") : c.json({ url: toWireSharedAnalysis(shared).image_url });
    },
  });
}

/** Counts the call against the limit of the connection's address. @returns a 429 if it is exceeded, otherwise null */
async function refuseTooManyShares(
  c: Context<ApiEnv>,
  door: "share-analysis" | "share-image",
): Promise<Response | null> {
  const taken = await c.env.services.limits.consumePublicCall({ clientAddress: c.env.clientAddress, door });
  return taken.kind === "allowed" ? null : refuse(c, taken, { "too-many": [429, "Too many requests."] });
}
