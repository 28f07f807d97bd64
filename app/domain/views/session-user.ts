import type { ProfileFields } from "#app/domain/accounts/profile.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import type { ChangedMark } from "#app/domain/scoring/place-horses.ts";
import type { RaceInfo } from "./analyses.ts";

/** The logged-in user, with everything that every page shows. */
export interface SessionUser extends ModelChooser, AnalysisUses, ProfileFields {
  name: string;
  email: string;
  /** Log-ins and sensitive changes require its code. */
  hasSecondFactor: boolean;
  /** In Japan's month, like {@link AnalysisUses}. */
  modelCreationsThisMonth: number;
  isPausing: boolean;
  unconfirmedModels: { modelId: number; name: string; completedAt: number }[];
  unconfirmedAnalyses: { analysisId: number; raceInfo: RaceInfo; completedAt: number; marks: ChangedMark[] }[];
}
