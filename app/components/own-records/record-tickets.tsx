import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import type { ReturnScale } from "#app/components/reports/report-scale.tsx";
import { WhiskerLegend } from "#app/components/reports/report-whisker.tsx";
import { BET_NAMES, BET_PICKS, FEW_RACES, formatRate, formatRateRange } from "#app/components/reports/report-words.ts";
import { type ComparedBets, hitRateOf, returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { RECORD_DIMENSIONS, type RecordDimension } from "#app/domain/own-records/slices.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { type RecordQuery, recordSearch } from "#app/forms/own-records/record-filter.ts";
import { formatNet, RECORD_DIMENSION_NAMES, sliceName } from "./record-words.ts";
import { RateCells, RateHead, type ReturnFigures, type ReturnRow, ReturnTable, scaleOfRows } from "./return-table.tsx";

function figuresOf(ticket: ComparedBets): ReturnFigures {
  const { interval, favourite } = ticket;
  return {
    returnRate: returnRateOf(ticket),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    hitRate: hitRateOf(ticket),
    favourite: { returnRate: returnRateOf(favourite) },
  };
}

export function RecordTickets({ figures }: { figures: RecordFigures }) {
  const { tickets } = figures;
  const scale = scaleOfRows(
    BET_TYPES.map((betType) => ({
      name: betType,
      races: tickets[betType].races,
      figures: figuresOf(tickets[betType]),
    })),
  );
  return (
    <section className="card clip">
      <div className="pad stack">
        <h3>券種ごとの成績</h3>
        <WhiskerLegend hasLot={false} />
      </div>
      <ScrollingTable label="券種ごとの的中率、回収率、1番人気の回収率">
        <thead>
          <tr>
            <th scope="col">券種</th>
            <th scope="col">的中率</th>
            <RateHead scale={scale} />
            <th scope="col">
              1番人気<small>的中率</small>
            </th>
            <th scope="col" className="only-wide">
              買った額
            </th>
            <th scope="col" className="only-wide">
              払戻
            </th>
            <th scope="col" className="only-wide">
              収支
            </th>
          </tr>
        </thead>
        <tbody>
          {BET_TYPES.map((betType) => (
            <TicketRow key={betType} betType={betType} ticket={tickets[betType]} scale={scale} />
          ))}
        </tbody>
      </ScrollingTable>
      <p className="pad t12 faint">
        各点100円ずつの計算です。取消・除外の買い目は返還、同着はそれぞれの払戻で数えます。◎が出走しなかったレースは数えません。1つのレースを分析し直したとき（出走表の変更による自動の更新を含みます）は、発走前の最後の分析だけを数えます。
      </p>
    </section>
  );
}

function TicketRow({
  betType,
  ticket,
  scale,
}: {
  betType: BetType;
  ticket: RecordFigures["tickets"][BetType];
  scale: ReturnScale;
}) {
  const { favourite, stakeYen, payoutYen, races, hits, hitInterval } = ticket;
  const figures = figuresOf(ticket);
  return (
    <tr className={races < FEW_RACES ? "thin" : undefined}>
      <th scope="row">
        {BET_NAMES[betType]}
        <small>{BET_PICKS[betType]}</small>
      </th>
      <td>
        {formatRate(figures.hitRate)}
        <small className="only-wide">{formatRateRange(hitInterval?.low ?? null, hitInterval?.high ?? null)}</small>
        <small className="only-wide">
          {formatCount(hits)}/{formatCount(races)}R
        </small>
      </td>
      <RateCells figures={figures} scale={scale} />
      <td>
        {formatRate(figures.favourite.returnRate)}
        <small>{formatRate(hitRateOf(favourite))}</small>
      </td>
      <td className="only-wide">{formatCount(stakeYen)}円</td>
      <td className="only-wide">{formatCount(payoutYen)}円</td>
      <td className="only-wide">{formatNet(payoutYen - stakeYen)}円</td>
    </tr>
  );
}

/** The desktop's columns. The first dimension of each is open. */
const SLICE_COLUMNS: readonly (readonly RecordDimension[])[] = [
  ["surface", "distance", "venue", "month"],
  ["odds", "going", "field"],
];
const OPEN: readonly RecordDimension[] = ["surface", "distance", "odds", "going"];

export function RecordSlices({ figures, query }: { figures: RecordFigures; query: RecordQuery }) {
  const betType = query.bet;
  const rowsOf = (dimension: RecordDimension) =>
    figures.slices[dimension].map(
      ({ key, races, tickets }): ReturnRow => ({
        name: sliceName(dimension, key),
        races,
        figures: tickets === null ? null : figuresOf(tickets[betType]),
      }),
    );
  const scale = scaleOfRows(RECORD_DIMENSIONS.flatMap(rowsOf));
  const others = BET_TYPES.filter((other) => other !== betType);
  return (
    <section className="sec" id="where">
      <div className="head">
        <h2>どこで当たり、どこで外れたか</h2>
      </div>
      <p className="t13 muted">
        {BET_NAMES[betType]}の回収率。100レース未満は判断しません。縦線は同じレースの1番人気です。
        {others.map((other, index) => (
          <span key={other}>
            {index > 0 && "・"}
            <a href={`${recordSearch(query, { bet: other })}#where`}>{BET_NAMES[other]}</a>
          </span>
        ))}
        で見る
      </p>
      <div className="duo">
        {SLICE_COLUMNS.map((dimensions) => (
          <div className="card slices" key={dimensions.join()}>
            {dimensions.map((dimension) => (
              <SliceTable
                key={dimension}
                dimension={dimension}
                rows={rowsOf(dimension)}
                betType={betType}
                scale={scale}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function SliceTable({
  dimension,
  rows,
  betType,
  scale,
}: {
  dimension: RecordDimension;
  rows: readonly ReturnRow[];
  betType: BetType;
  scale: ReturnScale;
}) {
  const name = RECORD_DIMENSION_NAMES[dimension];
  return (
    <details className="fold" open={OPEN.includes(dimension)}>
      <summary>
        {name}
        <small>{rows.length}区分</small>
      </summary>
      <ReturnTable
        label={`${name}ごとの${BET_NAMES[betType]}の的中率と回収率`}
        first="条件"
        groups={[{ rows }]}
        scale={scale}
      />
    </details>
  );
}
