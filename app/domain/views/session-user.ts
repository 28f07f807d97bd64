import type { ProfileFields } from "#app/domain/accounts/profile.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import type { RaceInfo } from "./analyses.ts";

/** Who is logged in, with what every page shows of the account. */
export interface SessionUser extends ModelChooser, AnalysisUses, ProfileFields {
  name: string;
  email: string;
  /** Log-ins and sensitive changes ask for its code. */
  hasSecondFactor: boolean;
  /** Of this month in Japan, as {@link AnalysisUses} are of today and this month there. */
  modelCreationsThisMonth: number;
  /** Whether the user's own pause lasts. */
  isPausing: boolean;
  unconfirmedModels: { modelId: number; name: string; completedAt: number }[];
  unconfirmedAnalyses: { analysisId: number; raceInfo: RaceInfo; completedAt: number }[];
}
