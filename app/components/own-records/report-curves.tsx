import { formatCount } from "#app/components/parts/numbers.ts";
import { BET_NAMES } from "#app/components/reports/report-words.ts";
import type { ReturnBalances } from "#app/domain/evaluation/forecast-returns.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { BalanceLegend, BalancePlot, isWithinLuck, LUCK_WORDS } from "./balance-plot.tsx";
import { CurveTable } from "./curve-table.tsx";
import { formatNet } from "./record-words.ts";

/** The balances on unseen races, in their order. */
export function ReportCurves({ balances }: { balances: ReturnBalances }) {
  return (
    <div className="pad stack">
      <BalanceLegend />
      <div className="trio">
        {BET_TYPES.map((betType) => {
          const curve = balances.curves[betType];
          const [net, favourite] = [formatNet(curve.own.at(-1) ?? 0), formatNet(curve.favourite.at(-1) ?? 0)];
          const name = BET_NAMES[betType];
          const races = formatCount(curve.at.at(-1) ?? 0);
          const luck = LUCK_WORDS[`${isWithinLuck(curve)}`];
          const sums = balances.sums?.[betType];
          return (
            <div className="stack" key={betType}>
              <h4 className="plot-h">
                <span>{name}</span>
                <b>
                  {net}
                  <small>円</small>
                </b>
              </h4>
              <BalancePlot
                curve={curve}
                months={balances.months}
                label={`${name}の検証での収支の動き。${races}レースで${net}円、1番人気は${favourite}円。${luck}`}
              />
              <dl className="under">
                {sums !== undefined && (
                  <>
                    <div>
                      <dt>最大の落ち込み</dt>
                      <dd>{formatNet(-sums.worstFall)}円</dd>
                    </div>
                    <div>
                      <dt>最長の連敗</dt>
                      <dd>{formatCount(sums.losingRun)}レース</dd>
                    </div>
                  </>
                )}
                <div>
                  <dt>1番人気</dt>
                  <dd>{favourite}円</dd>
                </div>
              </dl>
              <p className="t12 faint">
                {races}レース。{luck}。
              </p>
            </div>
          );
        })}
      </div>
      <CurveTable
        label="検証での券種ごとの収支の動き"
        curves={BET_TYPES.map((betType) => ({ name: BET_NAMES[betType], curve: balances.curves[betType] }))}
        months={balances.months}
      />
    </div>
  );
}

/** 100円ずつ買い続けた収支は、単勝−12,300円、複勝… */
export function balanceWords({ curves }: ReturnBalances): string {
  const nets = BET_TYPES.map((type) => `${BET_NAMES[type]}${formatNet(curves[type].own.at(-1) ?? 0)}円`);
  return `100円ずつ買い続けた収支は、${nets.join("、")}。`;
}
