import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { ProfileFields } from "#app/domain/profile.ts";
import type { RaceInfo } from "./analyses.ts";

/** Who is logged in, with what every page shows of the account. */
export interface SessionUser extends PlanHolder, ProfileFields {
  name: string;
  email: string;
  /** The starred model, which may be deleted or unusable; null if none was chosen. */
  defaultModelId: number | null;
  /** Log-ins and sensitive changes ask for its code. */
  hasSecondFactor: boolean;
  /** Uses today and this month, and model creations this month (day and month in Japan). */
  analysesToday: number;
  analysesThisMonth: number;
  modelCreationsThisMonth: number;
  /** Lifetime number accepted while Free limits applied. */
  freeAnalyses: number;
  unconfirmedModels: { modelId: number; name: string; completedAt: number }[];
  unconfirmedAnalyses: { analysisId: number; raceInfo: RaceInfo; completedAt: number }[];
}
