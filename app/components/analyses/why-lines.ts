import { featureWords } from "#app/components/model-form/feature-words.ts";
import type { Part, Rest, Why } from "#app/domain/scoring/explain-race.ts";

/** What one feature, or the rest together, adds to an index; two decimals. */
export interface WhyLine {
  words: string;
  contribution: number;
}

/**
 * The parts of one horse's index in words, those that push up first, the rest last; they sum to the index. Made on the
 * server: the words of all columns need not go to the browser.
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
