import * as z from "zod";
import { hiddenField } from "#app/forms/text-field.server.ts";
import { readFormKey, readId } from "#app/http/request-reading.ts";

const texts = z.array(z.string()).optional().catch(undefined);

/** まとめて分析する: model, courses or races, the stated number of races, and the form's key. Other forms are refused. */
export const dayFormSchema = z
  .object({
    model_id: hiddenField,
    venue: texts,
    race: texts,
    named: hiddenField,
    stated: hiddenField,
    form_key: hiddenField,
  })
  .transform(({ model_id, venue = [], race = [], named, stated, form_key }, context) => {
    const modelId = readId(model_id);
    const formKey = readFormKey(form_key);
    const count = readId(stated);
    if (modelId !== null && formKey !== null && (named !== undefined || count !== null)) {
      return {
        modelId,
        venues: venue,
        only: named === undefined ? null : race,
        stated: named === undefined ? count : null,
        formKey,
      };
    }
    context.addIssue({ code: "custom", message: "not-ours" });
    return z.NEVER;
  });

export const dayStopSchema = z
  .object({ intent: z.literal("stop"), model_id: hiddenField })
  .transform(({ model_id }, context) => {
    const modelId = readId(model_id);
    if (modelId !== null) return { modelId };
    context.addIssue({ code: "custom", message: "not-ours" });
    return z.NEVER;
  });
