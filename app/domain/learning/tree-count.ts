import * as z from "zod";
import type { Pace } from "./pace.ts";
import type { TestedRaces } from "./tested-races.ts";
import type { Tree } from "./trees/tree.ts";

/** Numbers of trees are multiples of this. */
const TREE_STEP = 25;

export const lossCurveSchema = z.strictObject({
  /** Summed over the test period, with 0, 25, 50, … trees. */
  losses: z.array(z.number()),
});
type LossCurve = z.infer<typeof lossCurveSchema>;

/** The number of trees with the lowest total loss; the smaller one if equal. */
export function chooseTreeCount(curves: readonly LossCurve[]): number {
  const points = Math.min(...curves.map(({ losses }) => losses.length));
  let best = { loss: Infinity, treeCount: 0 };
  for (let point = 0; point < points; point++) {
    const loss = curves.reduce((sum, { losses }) => sum + losses[point]!, 0);
    if (loss < best.loss) best = { loss, treeCount: point * TREE_STEP };
  }
  return best.treeCount;
}

export async function measureCurve(
  tested: TestedRaces,
  { trees, start }: { trees: readonly Tree[]; start: Float64Array },
  pace: Pace,
  onTree: (treeCount: number, readOutputs: () => Float64Array) => void,
): Promise<LossCurve> {
  const losses: number[] = [];
  await tested.addTrees(trees, start, pace, async (treeCount, readOutputs) => {
    onTree(treeCount, readOutputs);
    if (treeCount % TREE_STEP === 0) losses.push(await tested.lossOf(readOutputs(), pace));
  });
  return { losses };
}
