import { RECORD_BET_PICKS } from "#app/components/own-records/record-words.ts";
import { formatCount } from "#app/components/parts/numbers.ts";
import {
  BET_NAMES,
  BETS_CAPTION,
  FEW_RACES,
  formatRate,
  formatRateRange,
} from "#app/components/reports/report-words.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import type { CrowdBesideOdds, CrowdReturns as Returns } from "#app/domain/season/stored-board.ts";

/** Hit and return rates of bets on everybody's forecasts, with their intervals, beside the favourite's. */
export function CrowdReturns({ returns }: { returns: Returns | null }) {
  if (returns === null) return null;
  return (
    <section className="card pad stack">
      <h2 className="h18">みんなのAIの回収率</h2>
      <table className="ctbl">
        <caption className="sr">{BETS_CAPTION}</caption>
        <thead>
          <tr>
            <th scope="col">券種</th>
            <th scope="col">的中率</th>
            <th scope="col">回収率</th>
            <th scope="col">1番人気</th>
          </tr>
        </thead>
        <tbody>
          {BET_TYPES.map((betType) => {
            const { hits, races, stakeYen, payoutYen, hitInterval, interval, favourite } = returns.tickets[betType];
            return (
              <tr key={betType}>
                <th scope="row">
                  {BET_NAMES[betType]}
                  <br />
                  <small>{RECORD_BET_PICKS[betType]}</small>
                </th>
                <td>
                  {rate(hits, races)}
                  <br />
                  <small>{formatRateRange(hitInterval?.low ?? null, hitInterval?.high ?? null)}</small>
                </td>
                <td>
                  {rate(payoutYen, stakeYen)}
                  <br />
                  <small>{formatRateRange(interval?.low ?? null, interval?.high ?? null)}</small>
                </td>
                <td>
                  {rate(favourite.payoutYen, favourite.stakeYen)}
                  <br />
                  <small>的中 {rate(favourite.hits, favourite.races)}</small>
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

/** Whether the forecasts know what the odds do not: by the interval only. */
export function CrowdBesideOddsNote({ besideOdds }: { besideOdds: CrowdBesideOdds | null }) {
  if (besideOdds === null) return null;
  const { deltaR2, low, high, races } = besideOdds;
  const words = low > 0 ? "良くなります" : high < 0 ? "良くなりません" : "まだ分かりません";
  return (
    <section className="card pad stack">
      <h2 className="h18">オッズに足すと</h2>
      <p className="t14">
        {words}
        <span className="nb">
          （{points(deltaR2)}、{points(low)}〜{points(high)}）
        </span>
        。
      </p>
      <p className="t12 faint">
        予測力の差と95%区間です。{formatCount(races)}レースで、足しかたはそれより前のレースだけから決めました。
      </p>
    </section>
  );
}

function rate(part: number, whole: number): string {
  return formatRate(whole === 0 ? null : part / whole);
}

function points(deltaR2: number): string {
  return `${deltaR2 < 0 ? "−" : "+"}${Math.abs(deltaR2 * 100).toFixed(2)}`;
}
