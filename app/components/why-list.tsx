import { type ColumnValue, featureWords } from "./feature-words.ts";
import { formatIndex } from "./numbers.ts";

export interface WhyPart {
  /** Key of a chosen feature. */
  feature: string;
  contribution: number;
  values: readonly ColumnValue[];
}

/** The parts of one horse's index, two decimals each; named ones and the rest sum to it. */
export interface WhyParts {
  index: number;
  up: readonly WhyPart[];
  down: readonly WhyPart[];
  /** features: how many, 基本情報 not counted. */
  rest: { features: number; holdsBasics: boolean; contribution: number } | null;
}

/**
 * Why a horse has its index: at most six named features with the values behind them, what the rest adds, and the sum.
 * Bars to the right push up, to the left down; the sign says it again.
 */
export function WhyList({ why }: { why: WhyParts }) {
  const { index, up, down, rest } = why;
  const named = up.length + down.length;
  return (
    <div className="why">
      <h3>なぜ {formatIndex(index)} なのか</h3>
      <p className="muted">
        このレースの平均的な馬を 0 として、項目ごとの押し上げ（右）と押し下げ（左）を足すと指数になります。
      </p>
      <ul className="contrib">
        {[...up, ...down].map(({ feature, contribution, values }) => (
          <Line key={feature} words={featureWords(feature, values)} contribution={contribution} />
        ))}
        {rest !== null && <Line words={restWords(rest, named)} contribution={rest.contribution} />}
        <li className="sum">
          <span>合計（指数）</span>
          <span />
          <span className="v">{formatIndex(index)}</span>
        </li>
      </ul>
    </div>
  );
}

function Line({ words, contribution }: { words: string; contribution: number }) {
  const side = contribution > 0 ? "up" : contribution < 0 ? "dn" : undefined;
  return (
    <li className={side}>
      <span>{words}</span>
      <span className="div" aria-hidden="true">
        <i style={{ "--v": Math.abs(contribution) }} />
      </span>
      <span className="v">{formatIndex(contribution)}</span>
    </li>
  );
}

/** ほか26項目と基本情報の合計 */
function restWords({ features, holdsBasics }: NonNullable<WhyParts["rest"]>, named: number): string {
  const parts = [features > 0 ? `${features}項目` : null, holdsBasics ? "基本情報" : null].filter(
    (part) => part !== null,
  );
  return `${named > 0 ? "ほか" : ""}${parts.join("と")}の合計`;
}
