import type { Comparison } from "./learner/lightgbm.ts";
import type { LearnerFigures } from "./learner/trees.ts";
import type { PageResult } from "./pages/pages.ts";

export function describePage(result: PageResult): string {
  const { page, requests, ratio, lowestRatio, highestRatio, reference, referenceRequests, goal } = result;
  const { cpuRatio, cpuMs, referenceCpuMs } = result;
  return (
    `${page}: ${requests} requests/s, ${ratio} (${lowestRatio}–${highestRatio}) × ${reference} (${referenceRequests}); ` +
    (cpuRatio === null ? "" : `by processor time ${cpuRatio} (${cpuMs} and ${referenceCpuMs} ms); `) +
    `larger is faster, goal ${goal}`
  );
}

export function describeLearner(figures: LearnerFigures): string {
  const { rows, features, trees, leaves, raceShare, featureShare, trainSeconds, memoryMiB, modelBytes } = figures;
  return (
    `${trees} trees × ${leaves} leaves on ${rows} rows × ${features} features (${raceShare} of the races, ${featureShare} of ` +
    `the features per tree): ${trainSeconds} s of processor time, ${memoryMiB} MiB, ${modelBytes} bytes; ` +
    `18 horses scored in ${figures.scoreMs} ms, explained in ${figures.explainMs} ms`
  );
}

export function describeComparison({ rows, features, trees, leaves, contestants }: Comparison): string {
  const lines = contestants.map(({ name, trainSeconds, heldBackLoss, secondsToBest, memoryMiB }) => {
    const ratio = (trainSeconds / (contestants[0]?.trainSeconds ?? Number.NaN)).toFixed(2);
    const toBest = secondsToBest === null ? "never" : `${secondsToBest} s`;
    return (
      `  ${name}: ${trainSeconds} s (${ratio} ×), held-back log loss ${heldBackLoss}, to LightGBM's best ${toBest}` +
      (memoryMiB === null ? "" : `, ${memoryMiB} MiB`)
    );
  });
  return [`${trees} trees × ${leaves} leaves on ${rows} rows × ${features} features at 64 bins:`, ...lines].join("\n");
}
