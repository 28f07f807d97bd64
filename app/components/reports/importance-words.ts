import { featureName } from "#app/components/model-form/feature-words.ts";
import type { ModelDetails } from "#app/domain/evaluation/model-details.ts";

/** How much a model depends on one chosen feature. */
export interface FeatureImportance {
  name: string;
  /**
   * How much the pseudo-R² (ratio) falls without the differences in this feature between the horses of a race; `low` to
   * `high` is the 95 % interval.
   */
  fall: number;
  low: number;
  high: number;
  /** Whether the interval lies above 0. */
  isMeasurable: boolean;
}

/**
 * The importances as falls of pseudo-R², with the features' names, most important first. Called in loaders, so that the
 * catalogue of features is not sent to browsers.
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
