import { formatCount, formatPercent } from "#app/components/parts/numbers.ts";
import { ScrollingTable, TableHead } from "#app/components/parts/scrolling-table.tsx";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import { type ReliabilityBin, shareInterval } from "#app/domain/evaluation/reliability.ts";
import { Legend } from "./legend.tsx";
import { formatRateRange } from "./report-words.ts";

/** In units of the view box. */
const BOX = { width: 358, height: 236, left: 40, right: 330, bottom: 188, top: 24 } as const;

/** A point per group of runners, on the diagonal if probabilities match outcomes. */
export function ReportReliability({ skill }: { skill: Pick<ForecastSkill, "reliability" | "calibrationError"> }) {
  const { reliability, calibrationError } = skill;
  const gap = (calibrationError * 100).toFixed(1);
  return (
    <div className="pad stack">
      <Legend
        signs={[
          ["dot", "実際（縦線は95%区間）"],
          ["ideal", "予想どおり"],
        ]}
      />
      <ReliabilityChart bins={reliability} label={`予想した勝率と実際に勝った割合。誤差は平均${gap}ポイント`} />
      <p className="t12 faint">
        点が斜めの線に乗るほど、「勝率20%」が本当に5回に1回です。1点は、勝率の予想が近い馬をまとめたものです。
      </p>
      <details className="fold">
        <summary>数字で見る</summary>
        <ReliabilityTable bins={reliability} />
      </details>
    </div>
  );
}

/** Bins can be equal, so the key is their position. */
function numbered(bins: readonly ReliabilityBin[]) {
  return bins.map((bin, position) => ({ ...bin, position }));
}

function ReliabilityChart({ bins, label }: { bins: readonly ReliabilityBin[]; label: string }) {
  const { max, step } = scaleOf(bins);
  const x = (share: number) => round(BOX.left + (share / max) * (BOX.right - BOX.left));
  const y = (share: number) => round(BOX.bottom - (share / max) * (BOX.bottom - BOX.top));
  const ticks = Array.from({ length: Math.round(max / step) + 1 }, (_, i) => i * step);
  return (
    <svg className="chart" viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className={tick === 0 ? "ax" : "grid"} d={`M${BOX.left} ${y(tick)}H${BOX.right + 10}`} />
          <text x={BOX.left - 6} y={y(tick) + 4} textAnchor="end">
            {formatPercent(tick * 100, 0)}
          </text>
          <text x={x(tick)} y={BOX.bottom + 18} textAnchor="middle">
            {formatPercent(tick * 100, 0)}
          </text>
        </g>
      ))}
      <path className="ideal" d={`M${x(0)} ${y(0)}L${x(max)} ${y(max)}`} />
      {numbered(bins).map(({ runners, probability, winners, position }) => {
        const { low, high } = shareInterval(winners, runners);
        return (
          <g key={position}>
            <path className="wh" d={`M${x(probability)} ${y(low)}V${y(high)}`} />
            <circle className="pt" cx={x(probability)} cy={y(winners / runners)} r="3.5" />
          </g>
        );
      })}
      <text x={BOX.right + 10} y={BOX.bottom + 40} textAnchor="end">
        モデルが予想した勝率
      </text>
      <text x={BOX.left + 6} y={BOX.top - 10}>
        実際に勝った割合
      </text>
    </svg>
  );
}

const TABLE_CAPTION = "予想した勝率ごとの、実際に勝った割合";

function ReliabilityTable({ bins }: { bins: readonly ReliabilityBin[] }) {
  return (
    <ScrollingTable label={TABLE_CAPTION}>
      <TableHead words={["予想した勝率", "実際", "95%区間", "頭数"]} />
      <tbody>
        {numbered(bins).map(({ runners, probability, winners, position }) => {
          const { low, high } = shareInterval(winners, runners);
          return (
            <tr key={position}>
              <th scope="row">{formatPercent(probability * 100)}</th>
              <td>{formatPercent((winners / runners) * 100)}</td>
              <td>{formatRateRange(low, high)}</td>
              <td>{formatCount(runners)}</td>
            </tr>
          );
        })}
      </tbody>
    </ScrollingTable>
  );
}

/** The axes end at a whole step above all points and intervals, at least at 20 %. */
function scaleOf(bins: readonly ReliabilityBin[]): { max: number; step: number } {
  const highest = Math.max(
    0.2,
    ...bins.flatMap(({ probability, winners, runners }) => [probability, shareInterval(winners, runners).high]),
  );
  const step = highest > 0.5 ? 0.2 : 0.1;
  return { max: Math.min(1, Math.ceil(highest / step - 1e-9) * step), step };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
