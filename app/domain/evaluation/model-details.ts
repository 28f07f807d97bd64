import type { ReturnsByBet } from "./forecast-returns.ts";
import { type ModelReport, type PackedReport, packReport, unpackBets, unpackReport } from "./model-report.ts";
import type { Importance } from "./permutation-importance.ts";
import type { Interval } from "./resample-days.ts";

/** What a model's own page shows beyond the lists: all of it of races that the model did not learn from. */
export interface ModelDetails {
  report: ModelReport;
  /** Of every chosen feature, those that carry the model first. */
  importance: Importance[];
  /** How many of the report's races the importance was measured on. */
  importanceRaces: number;
}

/** As stored: about 8 KB for the report, and some 40 bytes a feature. */
export interface PackedModelDetails {
  report: PackedReport;
  /** Key of the feature, rise of the log loss, its interval's ends. */
  importance: [feature: string, loss: number, low: number, high: number][];
  importanceRaces: number;
}

/** Rounded to what shows. */
export function packModelDetails({ report, importance, importanceRaces }: ModelDetails): PackedModelDetails {
  return {
    report: packReport(report),
    importance: importance.map(({ feature, loss, low, high }) => [feature, round(loss), round(low), round(high)]),
    importanceRaces,
  };
}

/** The readable form again, as rounded: what lay above 0 by less than a rounding counts as without effect. */
export function unpackModelDetails({ report, importance, importanceRaces }: PackedModelDetails): ModelDetails {
  return {
    report: unpackReport(report),
    importance: importance.map(([feature, loss, low, high]) => ({ feature, loss, low, high, isMeasurable: low > 0 })),
    importanceRaces,
  };
}

/** What a list of models shows of a report. */
export interface ModelFigures {
  pseudoR2Interval: Interval;
  model: ReturnsByBet;
  favourite: ReturnsByBet;
}

/** The part of a stored report that {@link ModelFigures} are read from. */
export type PackedModelFigures = Pick<PackedReport, "pseudoR2" | "model" | "favouriteBets">;

export function unpackModelFigures({ pseudoR2, model, favouriteBets }: PackedModelFigures): ModelFigures {
  const [, low, high] = pseudoR2;
  return { pseudoR2Interval: { low, high }, model: unpackBets(model), favourite: unpackBets(favouriteBets) };
}

/** Six decimals; + 0 turns −0 into 0, which JSON would not keep. */
function round(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000 + 0;
}
