import type { LearnerInput } from "./learner.ts";
import { createLogitScores, type LogitParameters } from "./logit/scores.ts";
import type { Pace } from "./pace.ts";
import { gatherCodes } from "./training-races.ts";

/** Units per row (pace.ts) for gathering a column and adding the logit's term. */
const UNITS = 10;

/** @param outputs f per row, 0 at the start; complete in the rows of `parts` after the last column */
export function createLinearPass(
  { races, readColumn }: Pick<LearnerInput, "races" | "readColumn">,
  parts: readonly { from: number; to: number; logit: LogitParameters }[],
  outputs: Float64Array,
  pace: Pace,
) {
  const { raceStart, sourceStart } = races;
  const raceEnd = Math.max(...parts.map(({ to }) => to));
  const rowCount = raceStart[raceEnd]!;
  const sourceEnd = raceEnd === 0 ? 0 : sourceStart[raceEnd - 1]! + rowCount - raceStart[raceEnd - 1]!;
  const opened = parts.map((part) => ({ ...part, scores: createLogitScores(part.logit) }));
  return {
    /** @returns the column's codes per row of the races, until the next read */
    async read(columnId: string): Promise<Uint16Array> {
      const codes = gatherCodes(await readColumn(columnId, sourceEnd), races, raceEnd);
      for (const { scores, from, to } of opened) scores.add(columnId, codes, raceStart, from, to, outputs);
      await pace.spend(UNITS * rowCount);
      return codes;
    },
  };
}
