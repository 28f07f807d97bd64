import * as z from "zod";

export const logitParametersSchema = z.strictObject({
  ridge: z.number().positive(),
  /** sd: pooled within-race standard deviation in code steps; offset and step: how a code maps to its raw value. */
  values: z.array(
    z.strictObject({
      column: z.string(),
      offset: z.number(),
      step: z.number(),
      sd: z.number().positive(),
      weight: z.number(),
    }),
  ),
  /** One indicator represents all columns that are missing in the same rows. */
  missing: z.array(z.strictObject({ column: z.string(), weight: z.number() })),
});

export type LogitParameters = z.infer<typeof logitParametersSchema>;
