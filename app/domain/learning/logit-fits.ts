import * as z from "zod";
import type { LearnerInput, Watch } from "./learner.ts";
import { fitLogit } from "./logit/fit-logit.ts";
import { openLogitKernel } from "./logit/kernel.ts";
import { readLogitMatrix } from "./logit/matrix.ts";
import { type LogitParameters, logitParametersSchema } from "./logit/parameters.ts";
import type { FitRange } from "./walk-plan.ts";

/** Share of the fits' progress for reading the columns. */
const READ_SHARE = 0.3;

const checkpointSchema = z.array(logitParametersSchema);

/**
 * Fits the logit on each range of races on one shared matrix, each fit starting from the previous one's weights. The
 * matrix is scaled on the races common to all ranges.
 *
 * @param ranges ordered by their end
 * @returns null if the call has to pause
 */
export async function fitLogits(
  input: Pick<LearnerInput, "races" | "columns" | "readColumn" | "kernel" | "checkpoint">,
  ranges: readonly FitRange[],
  { pace, report, saveCheckpoint, isPauseDue }: Watch,
): Promise<LogitParameters[] | null> {
  const { races, columns, readColumn, kernel } = input;
  const parsed = checkpointSchema.safeParse(input.checkpoint);
  const fitted = parsed.success ? parsed.data : [];
  if (fitted.length === ranges.length) return fitted;
  const matrix = await readLogitMatrix(
    {
      ...{ races, columns, readColumn, scaleRaceEnd: ranges[0]!.raceEnd },
      openKernel: (memory) => openLogitKernel(kernel, memory),
    },
    { pace, report: (share) => report(READ_SHARE * share) },
  );
  for (let at = fitted.length; at < ranges.length; at++) {
    const { raceEnd, heldBackFrom } = ranges[at]!;
    const start = fitted.at(-1) ?? null;
    const parameters = await fitLogit(
      matrix,
      { raceEnd, heldBackFrom, start },
      { pace, report: (share) => report(READ_SHARE + ((1 - READ_SHARE) * (at + share)) / ranges.length) },
    );
    fitted.push(parameters);
    await saveCheckpoint(fitted.slice());
    if (isPauseDue()) return null;
  }
  return fitted;
}
