import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import { AxisTicks } from "#app/components/reports/axis-ticks.tsx";
import { type ReturnScale, returnScale } from "#app/components/reports/report-scale.ts";
import { ReturnWhisker, WhiskerLegend } from "#app/components/reports/report-whisker.tsx";
import { BET_NAMES, FEW_RACES, formatRate, formatRateRange, TOO_FEW } from "#app/components/reports/report-words.ts";
import type { RecordFigures, RecordSlice, TicketSums } from "#app/domain/own-records/measure-record.ts";
import { RECORD_DIMENSIONS, type RecordDimension } from "#app/domain/own-records/slices.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { formatNet, RECORD_BET_PICKS, RECORD_DIMENSION_NAMES, sliceName } from "./record-words.ts";

const rateOf = ({ payoutYen, stakeYen }: TicketSums) => (stakeYen === 0 ? null : payoutYen / stakeYen);
const hitRateOf = ({ hits, races }: TicketSums) => (races === 0 ? null : hits / races);

export function RecordTickets({ figures }: { figures: RecordFigures }) {
  const { tickets } = figures;
  const scale = returnScale(
    BET_TYPES.map((betType) => ({
      races: tickets[betType].races,
      rates: [rateOf(tickets[betType]), rateOf(tickets[betType].favourite)],
    })),
  );
  const label = "券種ごとの成績";
  return (
    <section className="card clip">
      <div className="pad stack">
        <h3>{label}</h3>
        <WhiskerLegend hasLot={false} />
      </div>
      <ScrollingTable label={label}>
        <table className="tbl">
          <caption className="sr">券種ごとの的中率、回収率、1番人気の回収率</caption>
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
        </table>
      </ScrollingTable>
      <p className="pad t12 faint">
        各点100円ずつの計算です。取消・除外の買い目は返還、同着はそれぞれの払戻で数えます。◎が出走しなかったレースは数えません。1つのレースを分析し直したときは、発走前の最後の分析だけを数えます。
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
  const returnRate = rateOf(ticket);
  const { interval, favourite, stakeYen, payoutYen, races, hits, hitInterval } = ticket;
  return (
    <tr className={races < FEW_RACES ? "thin" : undefined}>
      <th scope="row">
        {BET_NAMES[betType]}
        <small>{RECORD_BET_PICKS[betType]}</small>
      </th>
      <td>
        {formatRate(hitRateOf(ticket))}
        <small className="only-wide">{formatRateRange(hitInterval?.low ?? null, hitInterval?.high ?? null)}</small>
        <small className="only-wide">
          {formatCount(hits)}/{formatCount(races)}R
        </small>
      </td>
      <RateCells returnRate={returnRate} interval={interval} favourite={rateOf(favourite)} scale={scale} />
      <td>
        {formatRate(rateOf(favourite))}
        <small>{formatRate(hitRateOf(favourite))}</small>
      </td>
      <td className="only-wide">{formatCount(stakeYen)}円</td>
      <td className="only-wide">{formatCount(payoutYen)}円</td>
      <td className="only-wide">{formatNet(payoutYen - stakeYen)}円</td>
    </tr>
  );
}

function RateHead({ scale }: { scale: ReturnScale }) {
  return (
    <>
      <th scope="col">
        回収率<small>95%区間</small>
      </th>
      <th scope="col" className="wcell">
        <span className="sr">図</span>
        <AxisTicks {...scale} />
      </th>
    </>
  );
}

function RateCells({
  returnRate,
  interval,
  favourite,
  scale,
}: {
  returnRate: number | null;
  interval: { low: number; high: number } | null;
  favourite: number | null;
  scale: ReturnScale;
}) {
  const [low, high] = [interval?.low ?? null, interval?.high ?? null];
  return (
    <>
      <td>
        <b>{formatRate(returnRate)}</b>
        <small>{formatRateRange(low, high)}</small>
      </td>
      <td className="wcell">
        {returnRate !== null && (
          <ReturnWhisker returnRate={returnRate} low={low} high={high} favourite={favourite} scale={scale} />
        )}
      </td>
    </>
  );
}

/** The desktop's columns. The first dimension of each is open. */
const SLICE_COLUMNS: readonly (readonly RecordDimension[])[] = [
  ["surface", "distance", "venue", "month"],
  ["odds", "going", "field"],
];
const OPEN: readonly RecordDimension[] = ["surface", "distance", "odds", "going"];

export function RecordSlices({
  figures,
  betType,
  linkOf,
}: {
  figures: RecordFigures;
  betType: BetType;
  linkOf: (betType: BetType) => string;
}) {
  const scale = returnScale(
    RECORD_DIMENSIONS.flatMap((dimension) =>
      figures.slices[dimension].map(({ races, tickets }) => ({
        races,
        rates: tickets === null ? [] : [rateOf(tickets[betType]), rateOf(tickets[betType].favourite)],
      })),
    ),
  );
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
            <a href={linkOf(other)}>{BET_NAMES[other]}</a>
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
                slices={figures.slices[dimension]}
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
  slices,
  betType,
  scale,
}: {
  dimension: RecordDimension;
  slices: readonly RecordSlice[];
  betType: BetType;
  scale: ReturnScale;
}) {
  const name = RECORD_DIMENSION_NAMES[dimension];
  const label = `${name}ごとの${BET_NAMES[betType]}の的中率と回収率`;
  return (
    <details className="fold" open={OPEN.includes(dimension)}>
      <summary>
        {name}
        <small>{slices.length}区分</small>
      </summary>
      <ScrollingTable label={label}>
        <table className="tbl">
          <caption className="sr">{label}</caption>
          <thead>
            <tr>
              <th scope="col">条件</th>
              <th scope="col">的中率</th>
              <RateHead scale={scale} />
            </tr>
          </thead>
          <tbody>
            {slices.map(({ key, races, tickets }) => {
              const ticket = tickets?.[betType] ?? null;
              const isFew = races < FEW_RACES;
              const hitRate = ticket === null ? null : hitRateOf(ticket);
              return (
                <tr key={key} className={isFew ? "thin" : undefined}>
                  <th scope="row">
                    {sliceName(dimension, key)}
                    <small>
                      {formatCount(races)}R{isFew && " 少ない"}
                    </small>
                  </th>
                  {ticket === null || hitRate === null ? (
                    <td colSpan={3}>{TOO_FEW}</td>
                  ) : (
                    <>
                      <td>{isFew ? `${Math.round(hitRate * 100)}%` : formatRate(hitRate)}</td>
                      <RateCells
                        returnRate={rateOf(ticket)}
                        interval={ticket.interval}
                        favourite={rateOf(ticket.favourite)}
                        scale={scale}
                      />
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollingTable>
    </details>
  );
}
