import type { ComponentProps, ReactNode } from "react";
import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable, TableHead } from "#app/components/parts/scrolling-table.tsx";
import { BET_NAMES, formatRate } from "#app/components/reports/report-words.ts";
import type { Curve } from "#app/domain/evaluation/balances.ts";
import type { ReturnBalances } from "#app/domain/evaluation/forecast-returns.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { FEWEST_RACES } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { BalanceLegend, TicketCurve } from "./balance-plot.tsx";
import { CurveTable } from "./curve-table.tsx";
import { formatNet, monthName } from "./record-words.ts";

export function RecordCurves({ figures: { tickets, months, slices } }: { figures: RecordFigures }) {
  return (
    <section className="card pad stack">
      <div className="head">
        <h3>収支の動き</h3>
      </div>
      <TicketCurves
        curveOf={(betType) => tickets[betType].curve}
        sumsOf={(betType) => tickets[betType]}
        months={months}
      >
        <p className="t12 faint">
          縦の目盛りは券種ごとに違います。線が帯の中にあるあいだは、1番人気との差を運と見分けられません。
        </p>
      </TicketCurves>
      <MonthTable months={slices.month} recorded={new Set(months.map(({ month }) => month)).size} />
    </section>
  );
}

/** The balances on unseen races, in their order. */
export function ReportCurves({ balances: { curves, sums, months } }: { balances: ReturnBalances }) {
  return (
    <div className="pad stack">
      <TicketCurves
        among="検証での"
        curveOf={(betType) => curves[betType]}
        sumsOf={(betType) => sums?.[betType]}
        months={months}
      />
    </div>
  );
}

/** 100円ずつ買い続けた収支は、単勝−12,300円、複勝… */
export function balanceWords({ curves }: ReturnBalances): string {
  const nets = BET_TYPES.map((type) => `${BET_NAMES[type]}${formatNet(curves[type].own.at(-1) ?? 0)}円`);
  return `100円ずつ買い続けた収支は、${nets.join("、")}。`;
}

type CurveProps = ComponentProps<typeof TicketCurve>;

function TicketCurves({
  among,
  curveOf,
  sumsOf,
  months,
  children,
}: Pick<CurveProps, "among" | "months"> & {
  curveOf: (betType: BetType) => Curve;
  sumsOf: (betType: BetType) => CurveProps["sums"];
  children?: ReactNode;
}) {
  return (
    <>
      <BalanceLegend />
      <div className="trio">
        {BET_TYPES.map((betType) => (
          <TicketCurve
            key={betType}
            name={BET_NAMES[betType]}
            among={among}
            curve={curveOf(betType)}
            months={months}
            sums={sumsOf(betType)}
          />
        ))}
      </div>
      {children}
      <CurveTable
        label={`${among ?? ""}券種ごとの収支の動き`}
        curves={BET_TYPES.map((betType) => ({ name: BET_NAMES[betType], curve: curveOf(betType) }))}
        months={months}
      />
    </>
  );
}

/** `recorded`: the number of months with a race, of which the newest are shown. */
function MonthTable({ months, recorded }: { months: RecordFigures["slices"]["month"]; recorded: number }) {
  const isCut = months.length < recorded;
  const hasFew = months.some(({ tickets }) => tickets === null);
  return (
    <details className="fold">
      <summary>月ごとの数字で見る</summary>
      <ScrollingTable label="月ごとの回収率と収支">
        <TableHead words={["月", ...BET_TYPES.map((betType) => BET_NAMES[betType]), "収支"]} />
        <tbody>
          {months.map(({ key, races, tickets, netYen }) => (
            <tr key={key}>
              <th scope="row">
                {monthName(key)}
                <small>{formatCount(races)}R</small>
              </th>
              {BET_TYPES.map((betType) => {
                const ticket = tickets?.[betType];
                return <td key={betType}>{formatRate(ticket === undefined ? null : returnRateOf(ticket))}</td>;
              })}
              <td>{formatNet(netYen)}円</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      {(isCut || hasFew) && (
        <p className="t12 faint">
          {isCut && `新しい${months.length}か月です。`}
          {hasFew && `${FEWEST_RACES}レース未満の月は、回収率を出しません。`}
        </p>
      )}
    </details>
  );
}
