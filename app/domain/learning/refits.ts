import * as z from "zod";

/** A refit as stored in an artifact: fitted only on races before its test period. */
export const refitSchema = z.strictObject({
  /** First day of the test period (day in Japan); fitted on races before it. */
  cutoffDay: z.iso.date(),
  /** Last race day it was fitted on. */
  learntTo: z.iso.date(),
  races: z.number().int().positive(),
  parameters: z.unknown(),
});
export type Refit = z.infer<typeof refitSchema>;

/**
 * The newest refit that may score a past race: its cut-off is not after the day, and it learnt from no race on or after
 * the day. Null without one. From the artifact's cut-off on, use the final fit.
 *
 * @param day race day in Japan, YYYY-MM-DD
 */
export function refitFor(refits: readonly Refit[], day: string): Refit | null {
  const unseeing = refits.filter(({ cutoffDay, learntTo }) => cutoffDay <= day && learntTo < day);
  return unseeing.reduce<Refit | null>(
    (newest, refit) => (newest === null || refit.cutoffDay > newest.cutoffDay ? refit : newest),
    null,
  );
}
