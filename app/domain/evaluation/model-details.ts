import { roundTo } from "#app/domain/racing/plain/round-to.ts";
import type { ReturnBalances } from "./forecast-returns.ts";
import { type ModelReport, type PackedReport, packReport, unpackBets, unpackReport } from "./model-report.ts";
import type { Importance } from "./permutation-importance.ts";
import type { Interval } from "./resample-days.ts";
import type { ReturnsByBet } from "./returns.ts";

/** All on races the model was not trained on. */
export interface ModelDetails {
  report: ModelReport;
  /** Every chosen feature, most important first. */
  importance: Importance[];
  importanceRaces: number;
  /** Null in details made before they were drawn. */
  balances: ReturnBalances | null;
}

/** Stored form: about 9 KB for the report, 3 KB for the balances and 40 bytes per feature. */
export interface PackedModelDetails {
  report: PackedReport;
  importance: [feature: string, loss: number, low: number, high: number][];
  importanceRaces: number;
  balances?: ReturnBalances;
}

export function packModelDetails({ report, importance, importanceRaces, balances }: ModelDetails): PackedModelDetails {
  return {
    report: packReport(report),
    importance: importance.map(({ feature, loss, low, high }) => [feature, round(loss), round(low), round(high)]),
    importanceRaces,
    ...(balances === null ? {} : { balances }),
  };
}

/** An interval whose low end rounds to 0 counts as not measurable. */
export function unpackModelDetails({
  report,
  importance,
  importanceRaces,
  balances,
}: PackedModelDetails): ModelDetails {
  return {
    report: unpackReport(report),
    importance: importance.map(([feature, loss, low, high]) => ({ feature, loss, low, high, isMeasurable: low > 0 })),
    importanceRaces,
    balances: balances ?? null,
  };
}

export interface ModelFigures {
  pseudoR2Interval: Interval;
  model: ReturnsByBet;
  favourite: ReturnsByBet;
}

/** The part of a stored report that contains {@link ModelFigures}. */
export type PackedModelFigures = Pick<PackedReport, "pseudoR2" | "model" | "favouriteBets">;

export function unpackModelFigures({ pseudoR2, model, favouriteBets }: PackedModelFigures): ModelFigures {
  const [, low, high] = pseudoR2;
  return { pseudoR2Interval: { low, high }, model: unpackBets(model), favourite: unpackBets(favouriteBets) };
}

const round = (value: number) => roundTo(value, 6);
