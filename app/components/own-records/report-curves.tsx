import { BET_NAMES } from "#app/components/reports/report-words.ts";
import type { ReturnBalances } from "#app/domain/evaluation/forecast-returns.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { BalanceLegend, TicketCurve } from "./balance-plot.tsx";
import { CurveTable } from "./curve-table.tsx";
import { formatNet } from "./record-words.ts";

/** The balances on unseen races, in their order. */
export function ReportCurves({ balances }: { balances: ReturnBalances }) {
  return (
    <div className="pad stack">
      <BalanceLegend />
      <div className="trio">
        {BET_TYPES.map((betType) => (
          <TicketCurve
            key={betType}
            name={BET_NAMES[betType]}
            among="検証での"
            curve={balances.curves[betType]}
            months={balances.months}
            sums={balances.sums?.[betType]}
          />
        ))}
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
