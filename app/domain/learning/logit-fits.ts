import * as z from "zod";
import type { LearnerInput, Watch } from "./learner.ts";
import { fitLogit } from "./logit/fit-logit.ts";
import { openLogitKernel } from "./logit/kernel.ts";
import { readLogitMatrix } from "./logit/matrix.ts";
import { type LogitParameters, logitParametersSchema } from "./logit/scores.ts";
import type { TestPeriod } from "./walk-plan.ts";

const READ_SHARE = 0.3;

const checkpointSchema = z.array(logitParametersSchema);

/**
 * Fits the logit on ranges of races, ordered by their end, on one matrix that is scaled on their common races. Each fit
 * starts from the previous one's weights. Null if the call has to pause.
 */
export async function fitLogits(
  input: Pick<LearnerInput, "races" | "columns" | "readColumn" | "kernel" | "checkpoint">,
  ranges: readonly TestPeriod[],
  { pace, report, saveCheckpoint, isPauseDue }: Watch,
): Promise<LogitParameters[] | null> {
  const { races, columns, readColumn, kernel } = input;
  const parsed = checkpointSchema.safeParse(input.checkpoint);
  const fitted = parsed.success ? parsed.data : [];
  if (fitted.length === ranges.length) return fitted;
  const matrix = await readLogitMatrix(
    {
      ...{ races, columns, readColumn, scaleRaceEnd: ranges[0]!.firstRace },
      openKernel: (memory) => openLogitKernel(kernel, memory),
    },
    { pace, report: (share) => report(READ_SHARE * share) },
  );
  for (let at = fitted.length; at < ranges.length; at++) {
    const { firstRace: raceEnd, heldBackFrom } = ranges[at]!;
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
