import { formatCount } from "#app/components/parts/numbers.ts";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { BET_NAMES, BET_PICKS, FEW_RACES, formatRate, formatRateRange } from "#app/components/reports/report-words.ts";
import type { Interval } from "#app/domain/evaluation/resample-days.ts";
import { hitRateOf, returnRateOf } from "#app/domain/evaluation/returns.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import type { CrowdView } from "#app/domain/views/crowd.ts";

export function CrowdReturns({ returns }: Pick<CrowdView, "returns">) {
  if (returns === null) return null;
  return (
    <section className="card pad stack">
      <h2 className="h18">みんなのAIの回収率</h2>
      <table className="ctbl">
        <TableHead words={["券種", "的中率", "回収率", "1番人気"]} />
        <tbody>
          {BET_TYPES.map((betType) => {
            const ticket = returns.tickets[betType];
            return (
              <tr key={betType}>
                <th scope="row">
                  {BET_NAMES[betType]}
                  <br />
                  <small>{BET_PICKS[betType]}</small>
                </th>
                <td>
                  {formatRate(hitRateOf(ticket))}
                  <br />
                  <small>{rangeWords(ticket.hitInterval)}</small>
                </td>
                <td>
                  {formatRate(returnRateOf(ticket))}
                  <br />
                  <small>{rangeWords(ticket.interval)}</small>
                </td>
                <td>
                  {formatRate(returnRateOf(ticket.favourite))}
                  <br />
                  <small>的中 {formatRate(hitRateOf(ticket.favourite))}</small>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="t12 faint">
        結果の出た{formatCount(returns.races)}レースで、各点100円の計算です。下の小さな数字は95%区間。
        {returns.races < FEW_RACES && "レースがまだ少なく、ほとんどが運です。"}
      </p>
    </section>
  );
}

function rangeWords(interval: Interval | null): string {
  return formatRateRange(interval?.low ?? null, interval?.high ?? null);
}

/** By the interval; nothing if not measured. */
export function CrowdBesideOdds({ besideOdds }: Pick<CrowdView, "besideOdds">) {
  if (besideOdds === null) return null;
  const { deltaR2, low, high, races } = besideOdds;
  const points = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value * 100).toFixed(2)}`;
  return (
    <section className="card pad stack">
      <h2 className="h18">オッズに足すと</h2>
      <p className="t14">
        {low > 0 ? "良くなります" : high < 0 ? "良くなりません" : "まだ分かりません"}
        <span className="keep">
          （{points(deltaR2)}、{points(low)}〜{points(high)}）
        </span>
        。
      </p>
      <p className="t12 faint">
        予測力の差と95%区間です。{formatCount(races)}
        レースで、足しかたはそれより前のレースだけから決めました。
      </p>
    </section>
  );
}
