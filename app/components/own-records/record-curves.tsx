import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable, TableHead } from "#app/components/parts/scrolling-table.tsx";
import { BET_NAMES, formatRate } from "#app/components/reports/report-words.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { FEWEST_RACES } from "#app/domain/racing/conditions.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { BalanceLegend, TicketCurve } from "./balance-plot.tsx";
import { CurveTable } from "./curve-table.tsx";
import { formatNet, monthName } from "./record-words.ts";

export function RecordCurves({ figures }: { figures: RecordFigures }) {
  return (
    <section className="card pad stack">
      <div className="head">
        <h3>収支の動き</h3>
      </div>
      <BalanceLegend />
      <div className="trio">
        {BET_TYPES.map((betType) => (
          <TicketCurve
            key={betType}
            name={BET_NAMES[betType]}
            curve={figures.tickets[betType].curve}
            months={figures.months}
            sums={figures.tickets[betType]}
          />
        ))}
      </div>
      <p className="t12 faint">
        縦の目盛りは券種ごとに違います。線が帯の中にあるあいだは、1番人気との差を運と見分けられません。
      </p>
      <CurveTable
        label="券種ごとの収支の動き"
        curves={BET_TYPES.map((betType) => ({ name: BET_NAMES[betType], curve: figures.tickets[betType].curve }))}
        months={figures.months}
      />
      <MonthTable figures={figures} />
    </section>
  );
}

function MonthTable({ figures }: { figures: RecordFigures }) {
  const label = "月ごとの回収率と収支";
  const months = figures.slices.month;
  const isCut = months.length < new Set(figures.months.map(({ month }) => month)).size;
  const hasFew = months.some(({ tickets }) => tickets === null);
  return (
    <details className="fold">
      <summary>月ごとの数字で見る</summary>
      <ScrollingTable label={label}>
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
