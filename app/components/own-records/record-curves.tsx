import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import { BET_NAMES, formatRate } from "#app/components/reports/report-words.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { FEWEST_RACES } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { BalanceLegend, BalancePlot, isWithinLuck, LUCK_WORDS } from "./balance-plot.tsx";
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
          <TicketCurve key={betType} betType={betType} figures={figures} />
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

function TicketCurve({ betType, figures }: { betType: BetType; figures: RecordFigures }) {
  const { stakeYen, payoutYen, favourite, worstFall, losingRun, curve, races } = figures.tickets[betType];
  const name = BET_NAMES[betType];
  const net = formatNet(payoutYen - stakeYen);
  const favouriteNet = formatNet(favourite.payoutYen - favourite.stakeYen);
  const luck = LUCK_WORDS[`${isWithinLuck(curve)}`];
  return (
    <div className="stack">
      <h4 className="plot-h">
        <span>{name}</span>
        <b>
          {net}
          <small>円</small>
        </b>
      </h4>
      <BalancePlot
        curve={curve}
        months={figures.months}
        label={`${name}の収支の動き。${formatCount(races)}レースで${net}円、1番人気は${favouriteNet}円。${luck}`}
      />
      <dl className="under">
        <div>
          <dt>最大の落ち込み</dt>
          <dd>{formatNet(-worstFall)}円</dd>
        </div>
        <div>
          <dt>最長の連敗</dt>
          <dd>{formatCount(losingRun)}レース</dd>
        </div>
        <div>
          <dt>1番人気</dt>
          <dd>{favouriteNet}円</dd>
        </div>
      </dl>
    </div>
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
        <table className="tbl">
          <caption className="sr">{label}</caption>
          <thead>
            <tr>
              <th scope="col">月</th>
              {BET_TYPES.map((betType) => (
                <th scope="col" key={betType}>
                  {BET_NAMES[betType]}
                </th>
              ))}
              <th scope="col">収支</th>
            </tr>
          </thead>
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
        </table>
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
