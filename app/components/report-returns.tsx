import type { Dimension } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import type { ForecastReturns, GroupReturns, Rates } from "#app/domain/settlement/forecast-returns.ts";
import type { Returns } from "#app/domain/settlement/returns.ts";
import { formatCount } from "./numbers.ts";
import { ReturnWhisker, WhiskerLegend } from "./report-whisker.tsx";
import { BET_NAMES, DIMENSION_NAMES, FEW_RACES, formatRate, formatRateRange, groupName } from "./report-words.ts";

const BET_PICKS: Record<BetType, string> = { win: "1位と2位", place: "1位", quinella: "5位までの7点" };

/** Return and hit rate of the three bet types, each beside the favourite and the lot bought at as many points. */
export function ReportReturns({ returns }: { returns: ForecastReturns }) {
  return (
    <section className="card clip">
      <div className="pad stack">
        <h3>買っていたら</h3>
        <WhiskerLegend />
      </div>
      <table className="tbl">
        <RatesHead first="券種" caption="券種ごとの的中率と回収率" />
        <tbody>
          {BET_TYPES.map((betType) => (
            <RatesRow
              key={betType}
              name={BET_NAMES[betType]}
              note={BET_PICKS[betType]}
              races={returns.model[betType].races}
              figures={{
                ...returns.model[betType],
                favourite: returns.favourite[betType],
                random: returns.random[betType],
              }}
            />
          ))}
        </tbody>
      </table>
      <p className="pad t12 faint">
        各点100円ずつ、確定した払戻金で計算しています。1番人気とくじ引きは、同じ点数を人気の順、くじの順に買ったときの数字です。過去の結果は将来の払戻を約束しません。
      </p>
    </section>
  );
}

/** One bet type by year, surface, distance band and venue. */
export function ReportConditions({
  returns,
  betType,
  dimensions,
}: {
  returns: ForecastReturns;
  betType: BetType;
  dimensions: readonly Dimension[];
}) {
  return (
    <table className="tbl">
      <RatesHead first="条件" caption={`条件ごとの的中率と回収率（${BET_NAMES[betType]}）`} />
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
              figures={figures?.[betType] ?? null}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function RatesHead({ first, caption }: { first: string; caption: string }) {
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
            <span className="ax3" aria-hidden="true">
              <i>50</i>
              <i>80</i>
              <i>110</i>
            </span>
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
}: {
  name: string;
  note?: string;
  races: number;
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
        <td colSpan={4}>{races === 0 ? "対象なし" : "少ないため出しません"}</td>
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
        />
      </td>
      <td>
        {formatRate(favourite.returnRate)}
        <small>{formatRate(random.returnRate)}</small>
      </td>
    </tr>
  );
}
