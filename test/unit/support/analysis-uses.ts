import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";

/** What a user has used who has not analysed anything, without the plan. */
export const NO_USES: Omit<AnalysisUses, "plan"> = {
  ...{ analysesToday: 0, analysesThisMonth: 0, freeAnalyses: 0, runningAnalyses: 0 },
  ownPerMonth: null,
};
