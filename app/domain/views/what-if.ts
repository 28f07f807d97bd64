import type { StaticFeature } from "#app/domain/features/choice.ts";
import type { ComparedHorse } from "#app/domain/what-if/compare-conditions.ts";
import type { DayJockey, Entry, ResolvedConditions } from "#app/domain/what-if/conditions.ts";
import type { RaceSummary } from "./analyses.ts";

export type WhatIfGap = "cancelled" | "no-starters" | "no-analysis" | "model-deleted" | "features-missing";

export interface WhatIfResult {
  horses: ComparedHorse[];
  isLearntFrom: boolean;
  /** Changeable features that the model has not chosen. */
  unread: StaticFeature[];
  /** The card's own indexes differ from the newest analysis. */
  isCardNewer: boolean;
}

export interface WhatIf extends ResolvedConditions {
  race: RaceSummary;
  /** By number. */
  entries: Entry[];
  /** Jockeys of the day and venue type; the race's own course first. */
  jockeys: DayJockey[];
  /** The requested model, else that of the newest analysis. */
  model: { modelId: number; name: string } | null;
  analysisId: number | null;
  result: WhatIfResult | WhatIfGap;
}
