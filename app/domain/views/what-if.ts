import type { StaticFeature } from "#app/domain/features/choice.ts";
import type { ComparedHorse } from "#app/domain/what-if/compare-conditions.ts";
import type { DayJockey, Entry, ResolvedConditions } from "#app/domain/what-if/conditions.ts";
import type { RaceSummary } from "./analyses.ts";

/** A race under other conditions, by an own model that has analysed it. */

/** Why nothing is computed. */
export type WhatIfGap = "cancelled" | "no-starters" | "no-analysis" | "model-deleted" | "features-missing";

export interface WhatIfResult {
  horses: ComparedHorse[];
  isLearntFrom: boolean;
  /** Features that the model has not chosen among those that conditions can change. */
  unread: StaticFeature[];
  /** The card's own indexes are not those of the newest analysis. */
  isCardNewer: boolean;
}

export interface WhatIf extends ResolvedConditions {
  race: RaceSummary;
  /** By number. */
  entries: Entry[];
  /** Of the race's day and venue type: those of its own course first. */
  jockeys: DayJockey[];
  /** The one asked for, else that of the newest analysis; null without any. */
  model: { modelId: number; name: string } | null;
  /** Its newest analysis of the race. */
  analysisId: number | null;
  result: WhatIfResult | WhatIfGap;
}
