import { featureName } from "#app/components/model-form/feature-words.ts";
import type { ModelDetails } from "#app/domain/evaluation/model-details.ts";

/** How much a model leans on one chosen feature. */
export interface FeatureImportance {
  name: string;
  /**
   * What the pseudo-R² (ratio) falls by without what the feature tells the horses of a race apart by; `low` to `high` is
   * the 95 % interval.
   */
  fall: number;
  low: number;
  high: number;
  /** Whether the interval lies above 0. */
  isMeasurable: boolean;
}

/**
 * The importances in the unit of 予測力, with the features' names, those that carry the model first. Made on the server: the
 * catalogue of features need not go to the browser.
 */
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
