import * as z from "zod";
import type { Pace } from "./pace.ts";
import type { TestedRaces } from "./tested-races.ts";
import type { Tree } from "./trees/tree.ts";

/** Any multiple of it, up to all of the trees, may be kept; 0 where the logit alone does best. */
const TREE_STEP = 25;

export const lossCurveSchema = z.strictObject({
  /** Log loss, summed over the races tested, with 0, 25, 50, … trees. */
  losses: z.array(z.number()),
});
export type LossCurve = z.infer<typeof lossCurveSchema>;

/** The number of trees with the least loss on the races of all curves together; of equal ones the smaller. */
export function chooseTreeCount(curves: readonly LossCurve[]): number {
  const points = Math.min(...curves.map(({ losses }) => losses.length));
  let best = { loss: Infinity, treeCount: 0 };
  for (let point = 0; point < points; point++) {
    const loss = curves.reduce((sum, { losses }) => sum + losses[point]!, 0);
    if (loss < best.loss) best = { loss, treeCount: point * TREE_STEP };
  }
  return best.treeCount;
}

/**
 * Adds the trees to f of the races tested and measures on the way.
 *
 * @param outputs per row of the races tested; ends with all trees
 * @param onTree told after each tree, and before the first
 */
export async function measureCurve(
  trees: readonly Tree[],
  tested: TestedRaces,
  outputs: Float64Array,
  pace: Pace,
  onTree: (treeCount: number) => void,
): Promise<LossCurve> {
  onTree(0);
  const losses = [await tested.lossOf(outputs, pace)];
  await tested.addTrees(trees, outputs, pace, async (treeCount) => {
    onTree(treeCount);
    if (treeCount % TREE_STEP === 0) losses.push(await tested.lossOf(outputs, pace));
  });
  return { losses };
}
