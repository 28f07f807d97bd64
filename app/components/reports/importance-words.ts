import { featureName } from "#app/components/model-form/feature-words.ts";
import type { ModelDetails } from "#app/domain/evaluation/model-details.ts";

export interface FeatureImportance {
  name: string;
  /**
   * How much the pseudo-R² falls without this feature's differences between the horses of a race; `low` to `high` is
   * the 95 % interval.
   */
  fall: number;
  low: number;
  high: number;
  /** The interval is above 0. */
  isMeasurable: boolean;
}

/** Most important first. Only loaders call it, so that the catalogue of features is not sent to browsers. */
export function readImportances({ report, importance }: ModelDetails): FeatureImportance[] {
  const { uniformLogLoss } = report.skill;
  return importance.map(({ feature, loss, low, high, isMeasurable }) => ({
    name: featureName(feature),
    fall: loss / uniformLogLoss,
    low: low / uniformLogLoss,
    high: high / uniformLogLoss,
    isMeasurable,
  }));
}
