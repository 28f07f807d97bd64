import * as z from "zod";

/** A fit on the strict past of a test period, as an artifact keeps it. */
export const refitSchema = z.strictObject({
  /** The first day of its test period: races before it were learnt from (Japan's day). */
  cutoffDay: z.iso.date(),
  /** The last race day learnt from. */
  learntTo: z.iso.date(),
  /** Races learnt from. */
  races: z.number().int().positive(),
  /** The learner's own. */
  parameters: z.unknown(),
});
export type Refit = z.infer<typeof refitSchema>;

/**
 * The refit that may score a past race of a day: the newest whose cut-off is not after the day and that learnt from no
 * race on or after it. Null where every refit has seen the race or what came after it.
 *
 * From the artifact's own cut-off on, races are the final fit's, which knows more.
 *
 * @param day Japan's day of the race, YYYY-MM-DD
 */
export function refitFor(refits: readonly Refit[], day: string): Refit | null {
  const unseeing = refits.filter(({ cutoffDay, learntTo }) => cutoffDay <= day && learntTo < day);
  return unseeing.reduce<Refit | null>(
    (newest, refit) => (newest === null || refit.cutoffDay > newest.cutoffDay ? refit : newest),
    null,
  );
}
