import { formatYen } from "#app/components/analyses/analysis-bets.tsx";
import { AxisTicks, returnScale } from "#app/components/reports/report-scale.tsx";
import { ReturnWhisker, WhiskerLegend } from "#app/components/reports/report-whisker.tsx";
import { BET_NAMES } from "#app/components/reports/report-words.ts";
import type { DayBoard } from "#app/domain/days/day-board.ts";
import { DAY_BETS, type DayReturns, type DaySide } from "#app/domain/days/day-returns.ts";
import { leftOutWords, verdictWords } from "./day-words.ts";

/** The return of 100 yen on each ◎, beside the favourite's. Before the first result, its expected time. */
export function DaySums({
  board: { returns, leftOut, deletedInSums },
  modelName,
}: {
  board: Pick<DayBoard<unknown>, "returns" | "leftOut" | "deletedInSums">;
  modelName: string;
}) {
  const besides = leftOutWords({ leftOut, deletedInSums });
  return (
    <section className="sec" id="sum">
      <h2>
        この日の合計
        {returns !== null && (
          <small className="muted t13">　結果が確定した{returns.races}レース・◎を100円ずつ買っていたら</small>
        )}
      </h2>
      {returns === null ? (
        <p className="t14 muted">発走前に分析したレースの結果が確定すると、ここに出ます。</p>
      ) : (
        <Returns returns={returns} modelName={modelName} />
      )}
      {besides.length > 0 && <p className="t13 muted">{besides.join("")}</p>}
    </section>
  );
}

function Returns({ returns, modelName }: { returns: DayReturns; modelName: string }) {
  const { model, favourite } = returns;
  return (
    <>
      <div className="sumcols">
        <div className="card clip">
          <table className="daysum">
            <caption className="sr">◎と1番人気の的中と回収率</caption>
            <thead>
              <tr>
                <td />
                {DAY_BETS.map((bet) => (
                  <th key={bet} scope="colgroup" colSpan={2}>
                    {BET_NAMES[bet]}
                  </th>
                ))}
              </tr>
              <tr>
                <td />
                {DAY_BETS.map((bet) => [
                  <th key={`${bet}-hits`} scope="col">
                    的中
                  </th>,
                  <th key={`${bet}-rate`} scope="col">
                    回収率
                  </th>,
                ])}
              </tr>
            </thead>
            <tbody>
              <SideRow side={model} name={modelName} isOwn />
              <SideRow side={favourite} name="1番人気" />
            </tbody>
          </table>
        </div>
        <Whiskers returns={returns} modelName={modelName} />
      </div>
      <p className="t13 muted">
        {yenWords("◎", model)}
        {yenWords("1番人気", favourite)}
      </p>
      <p className="t13 muted">{verdictWords(returns)}外れも同じように残します。</p>
    </>
  );
}

function SideRow({ side: { finishes, bets }, name, isOwn = false }: { side: DaySide; name: string; isOwn?: boolean }) {
  return (
    <tr className={isOwn ? "me" : undefined}>
      <th scope="row">
        {name}
        <small>
          <span className="sr">1着・2着・3着・着外 </span>
          {finishes.join("-")}
        </small>
      </th>
      {DAY_BETS.map((bet) => {
        const sum = bets[bet];
        if (sum === null) {
          return (
            <td key={bet} colSpan={2}>
              発売なし
            </td>
          );
        }
        const { interval } = sum;
        return [
          <td key={`${bet}-hits`}>
            {sum.hits}
            <small>/{sum.races}</small>
          </td>,
          <td key={`${bet}-rate`}>
            <b>{((sum.payoutYen / sum.stakeYen) * 100).toFixed(1)}</b>%
            {interval !== null && (
              <small>
                {Math.round(interval.low * 100)}〜{Math.round(interval.high * 100)}%
              </small>
            )}
          </td>,
        ];
      })}
    </tr>
  );
}

function Whiskers({ returns: { model, favourite }, modelName }: { returns: DayReturns; modelName: string }) {
  const rows = DAY_BETS.flatMap((bet) => {
    const own = model.bets[bet];
    const other = favourite.bets[bet];
    return own === null || other === null ? [] : [{ bet, own, other }];
  });
  const rateOf = ({ payoutYen, stakeYen }: { payoutYen: number; stakeYen: number }) => payoutYen / stakeYen;
  const scale = returnScale(
    rows.map(({ own, other }) => ({
      races: own.races,
      rates: [rateOf(own), rateOf(other), own.interval?.low ?? null, own.interval?.high ?? null],
    })),
  );
  return (
    <div className="card pad whs">
      <div className="wrow wax">
        <span>回収率</span>
        <AxisTicks from={scale.from} to={scale.to} ticks={scale.ticks} />
      </div>
      {rows.map(({ bet, own, other }) => (
        <div className="wrow" key={bet}>
          <span>{BET_NAMES[bet]}</span>
          <ReturnWhisker
            returnRate={rateOf(own)}
            low={own.interval?.low ?? null}
            high={own.interval?.high ?? null}
            favourite={rateOf(other)}
            scale={scale}
          />
        </div>
      ))}
      <WhiskerLegend dot={modelName} hasLot={false} />
    </div>
  );
}

function yenWords(who: string, { bets: { win } }: DaySide): string {
  return win === null
    ? ""
    : `${who}の単勝は${formatYen(win.stakeYen)}を買い、${formatYen(win.payoutYen)}が戻りました。`;
}
