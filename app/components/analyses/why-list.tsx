import { formatIndex } from "#app/components/parts/numbers.ts";
import type { WhyLine } from "./why-lines.ts";

/**
 * Explains a horse's index: the contributions of its features, and their sum. Bars to the right are positive, to the
 * left negative; the sign repeats it for readers who cannot see the bars.
 */
export function WhyList({ index, lines }: { index: number; lines: readonly WhyLine[] }) {
  return (
    <>
      <h4>なぜ {formatIndex(index)} なのか</h4>
      <p className="muted">
        このレースの平均的な馬を 0 として、項目ごとの押し上げ（右）と押し下げ（左）を足すと指数になります。
      </p>
      <ul className="contrib">
        {lines.map(({ words, contribution }) => (
          <li key={words} className={contribution > 0 ? "up" : contribution < 0 ? "dn" : undefined}>
            <span>{words}</span>
            <span className="div" aria-hidden="true">
              <i style={{ "--v": Math.abs(contribution) }} />
            </span>
            <span className="v">{formatIndex(contribution)}</span>
          </li>
        ))}
        <li className="sum">
          <span>合計（指数）</span>
          <span />
          <span className="v">{formatIndex(index)}</span>
        </li>
      </ul>
    </>
  );
}
