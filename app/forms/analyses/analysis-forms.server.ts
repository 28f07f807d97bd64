import * as z from "zod";
import type { AnalysisRefusal } from "#app/domain/scoring/analysis-refusal.ts";
import { hiddenField } from "#app/forms/text-field.server.ts";
import { readId, readPage } from "#app/http/request-reading.ts";

/** If a value is missing, the form is refused with the service's reason. */
export const analysisFormSchema = z
  .object({ model_id: hiddenField, race_id: hiddenField })
  .transform(({ model_id, race_id }, context) => {
    const modelId = readId(model_id);
    const reason: AnalysisRefusal = modelId === null ? "model-not-found" : "race-not-found";
    if (modelId !== null && race_id !== undefined) return { modelId, raceId: race_id };
    context.addIssue({ code: "custom", message: reason });
    return z.NEVER;
  });

export const analysisDeletionFormSchema = z.object({
  analysis_id: hiddenField.transform((text) => readId(text)),
  page: hiddenField.transform((text) => readPage(text ?? null)),
});

export const analysisIntentSchema = z.object({ intent: z.enum(["share", "unshare", "request-again"]) });
