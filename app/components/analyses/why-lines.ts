import { featureWords } from "#app/components/model-form/feature-words.ts";
import type { Part, Rest, Why } from "#app/domain/scoring/explain-race.ts";

/** The contribution of one feature, or of all others together, to an index; two decimals. */
export interface WhyLine {
  words: string;
  contribution: number;
}

/**
 * The contributions to one horse's index with their texts: positive ones first, then negative ones, the rest last; they
 * sum to the index. Called in loaders, so that the texts of all columns are not sent to browsers.
 */
export function whyLines({ up, down, rest }: Omit<Why, "index">): WhyLine[] {
  const named = [...up, ...down].map(
    ({ feature, contribution, values }: Part): WhyLine => ({ words: featureWords(feature, values), contribution }),
  );
  if (rest === null) return named;
  return [...named, { words: restWords(rest, named.length), contribution: rest.contribution }];
}

/** ほか26項目と基本情報の合計 */
function restWords({ features, holdsBasics }: Rest, named: number): string {
  const parts = [features > 0 ? `${features}項目` : null, holdsBasics ? "基本情報" : null].filter(
    (part) => part !== null,
  );
  return `${named > 0 ? "ほか" : ""}${parts.join("と")}の合計`;
}
