import { formatNet } from "#app/components/own-records/record-words.ts";
import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import type { BalanceSums, ForecastReturns, GroupReturns, Rates } from "#app/domain/evaluation/forecast-returns.ts";
import type { Returns } from "#app/domain/evaluation/returns.ts";
import type { Dimension } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { AxisTicks } from "./axis-ticks.tsx";
import { type ReturnScale, returnScale } from "./report-scale.ts";
import { ReturnWhisker, WhiskerLegend } from "./report-whisker.tsx";
import {
  BET_NAMES,
  BETS_CAPTION,
  DIMENSION_NAMES,
  FEW_RACES,
  formatRate,
  formatRateRange,
  groupName,
  TOO_FEW,
} from "./report-words.ts";

const BET_PICKS: Record<BetType, string> = { win: "1位と2位", place: "1位", quinella: "5位までの7点" };

/** Return and hit rates of the three bet types, each beside the favourite and the lot with as many tickets. */
export function ReportReturns({
  returns,
  sums = null,
}: {
  returns: ForecastReturns;
  /** Null: not kept. */
  sums?: Record<BetType, BalanceSums> | null;
}) {
  const scale = returnScale(
    BET_TYPES.map((betType) => ({
      races: returns.model[betType].races,
      rates: ratesOf({
        ...returns.model[betType],
        favourite: returns.favourite[betType],
        random: returns.random[betType],
      }),
    })),
  );
  return (
    <section className="card clip">
      <div className="pad stack">
        <h3>買っていたら</h3>
        <WhiskerLegend />
      </div>
      <ScrollingTable label={BETS_CAPTION}>
        <table className="tbl">
          <RatesHead first="券種" caption={BETS_CAPTION} scale={scale} />
          <tbody>
            {BET_TYPES.map((betType) => (
              <RatesRow
                key={betType}
                name={BET_NAMES[betType]}
                note={BET_PICKS[betType]}
                races={returns.model[betType].races}
                scale={scale}
                figures={{
                  ...returns.model[betType],
                  favourite: returns.favourite[betType],
                  random: returns.random[betType],
                }}
              />
            ))}
          </tbody>
        </table>
      </ScrollingTable>
      {sums !== null && <Stakes sums={sums} />}
      <p className="pad t12 faint">
        各点100円ずつ、公式の払戻金で計算しています。1番人気とくじ引きは、同じ点数を人気の順、くじの順に買ったときの数字です。過去の結果は将来の払戻を約束しません。
      </p>
    </section>
  );
}

/** What was staked on each bet type and what came of it, in yen: lists that wrap, as four columns of sums do not fit large text. */
function Stakes({ sums }: { sums: Record<BetType, BalanceSums> }) {
  return (
    <ul className="pad stack" aria-label="券種ごとの買った額と収支">
      {BET_TYPES.map((betType) => (
        <li key={betType}>
          <b className="t14">{BET_NAMES[betType]}</b>
          <dl className="under">
            <div>
              <dt>買った額</dt>
              <dd>{formatCount(sums[betType].stakeYen)}円</dd>
            </div>
            <div>
              <dt>払戻</dt>
              <dd>{formatCount(sums[betType].payoutYen)}円</dd>
            </div>
            <div>
              <dt>収支</dt>
              <dd>{formatNet(sums[betType].payoutYen - sums[betType].stakeYen)}円</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Two tables, side by side on wide screens. */
const CONDITION_TABLES = [
  ["year", "surface", "distance"],
  ["going", "field", "venue"],
] as const;

function conditionsCaption(dimensions: readonly Dimension[], betType: BetType): string {
  return `${dimensions.map((dimension) => DIMENSION_NAMES[dimension]).join("・")}ごとの的中率と回収率（${BET_NAMES[betType]}）`;
}

/** One bet type by every dimension, on one axis. */
export function ReportConditions({ returns, betType }: { returns: ForecastReturns; betType: BetType }) {
  const tables = CONDITION_TABLES.map((dimensions) =>
    dimensions.filter((dimension) => returns.conditions[dimension].length > 0),
  );
  const scale = returnScale(
    tables.flat().flatMap((dimension) =>
      returns.conditions[dimension].map(({ races, returns: bets }) => ({
        races: bets?.[betType].races ?? races,
        rates: bets === null ? [] : ratesOf(bets[betType]),
      })),
    ),
  );
  return (
    <div className="halves">
      {tables.map((dimensions) => (
        <ScrollingTable key={dimensions.join()} label={conditionsCaption(dimensions, betType)}>
          <table className="tbl">
            <RatesHead first="条件" caption={conditionsCaption(dimensions, betType)} scale={scale} />
            {dimensions.map((dimension) => (
              <tbody key={dimension}>
                <tr className="grp">
                  <th scope="rowgroup" colSpan={5}>
                    {DIMENSION_NAMES[dimension]}
                  </th>
                </tr>
                {returns.conditions[dimension].map(({ key, races, returns: figures }) => (
                  <RatesRow
                    key={key}
                    name={groupName(dimension, key)}
                    races={figures?.[betType].races ?? races}
                    scale={scale}
                    figures={figures?.[betType] ?? null}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </ScrollingTable>
      ))}
    </div>
  );
}

/** All rates that are points on the axis. */
function ratesOf({ returnRate, favourite, random }: { returnRate: number | null; favourite: Rates; random: Rates }) {
  return [returnRate, favourite.returnRate, random.returnRate];
}

function RatesHead({ first, caption, scale }: { first: string; caption: string; scale: ReturnScale }) {
  return (
    <>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">的中率</th>
          <th scope="col">
            回収率<small>95%区間</small>
          </th>
          <th scope="col" className="wcell">
            <span className="sr">図</span>
            <AxisTicks {...scale} />
          </th>
          <th scope="col">
            1番人気<small>くじ引き</small>
          </th>
        </tr>
      </thead>
    </>
  );
}

function RatesRow({
  name,
  note,
  races,
  figures,
  scale,
}: {
  name: string;
  note?: string;
  races: number;
  scale: ReturnScale;
  figures: (Returns & { favourite: Rates; random: Rates }) | GroupReturns | null;
}) {
  const isFew = races < FEW_RACES;
  const heading = (
    <th scope="row">
      {name}
      {note !== undefined && <small>{note}</small>}
      <small>
        {formatCount(races)}R{isFew && " 少ない"}
      </small>
    </th>
  );
  if (figures === null || figures.returnRate === null) {
    return (
      <tr className="thin">
        {heading}
        <td colSpan={4}>{races === 0 ? "対象なし" : TOO_FEW}</td>
      </tr>
    );
  }
  const { returnRate, low, high, hitRate, favourite, random } = figures;
  return (
    <tr className={isFew ? "thin" : undefined}>
      {heading}
      <td>{isFew && hitRate !== null ? `${Math.round(hitRate * 100)}%` : formatRate(hitRate)}</td>
      <td>
        <b>{formatRate(returnRate)}</b>
        <small>{formatRateRange(low, high)}</small>
      </td>
      <td className="wcell">
        <ReturnWhisker
          returnRate={returnRate}
          low={low}
          high={high}
          favourite={favourite.returnRate}
          random={random.returnRate}
          scale={scale}
        />
      </td>
      <td>
        {formatRate(favourite.returnRate)}
        <small>{formatRate(random.returnRate)}</small>
      </td>
    </tr>
  );
}
