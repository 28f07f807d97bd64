import * as z from "zod";

/** A fitted logit as it is kept: plain JSON. */
export const logitParametersSchema = z.strictObject({
  ridge: z.number().positive(),
  /** sd: pooled within-race standard deviation in code steps; offset and step: what a code meant. */
  values: z.array(
    z.strictObject({
      column: z.string(),
      offset: z.number(),
      step: z.number(),
      sd: z.number().positive(),
      weight: z.number(),
    }),
  ),
  /** Columns of which "is missing" counts; one stands for all that are missing together. */
  missing: z.array(z.strictObject({ column: z.string(), weight: z.number() })),
});

export type LogitParameters = z.infer<typeof logitParametersSchema>;
