import { featureWords } from "#app/components/model-form/feature-words.ts";
import { formatIndex } from "#app/components/parts/numbers.ts";
import type { Part, Rest, Why } from "#app/domain/scoring/explain-race.ts";

/** Two decimals. One line sums up all features that are not listed. */
export interface WhyLine {
  words: string;
  contribution: number;
}

/**
 * The contributions to a horse's index: positive, negative, the rest. They sum to the index. Only loaders call it, so
 * that no texts of columns are sent to browsers.
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

/** Bars to the right are positive, to the left negative. The sign repeats it for readers who cannot see the bars. */
export function WhyList({ index, lines }: { index: number; lines: readonly WhyLine[] }) {
  return (
    <>
      <h4>指数 {formatIndex(index)} の内訳</h4>
      <p className="muted">
        このレースの平均的な馬を 0
        として、項目ごとの押し上げ（右）と押し下げ（左）を足すと指数になります。「合計」の行は、ひとつずつは小さい項目を足したものです。
      </p>
      <ul className="contrib">
        {lines.map(({ words, contribution }) => (
          <li key={words} className={contribution > 0 ? "up" : contribution < 0 ? "dn" : undefined}>
            <span>{words}</span>
            <span className="div" aria-hidden="true">
              <i style={{ "--v": Math.abs(contribution) }} />
            </span>
            <span className="value">{formatIndex(contribution)}</span>
          </li>
        ))}
        <li className="sum">
          <span>合計（指数）</span>
          <span />
          <span className="value">{formatIndex(index)}</span>
        </li>
      </ul>
    </>
  );
}
