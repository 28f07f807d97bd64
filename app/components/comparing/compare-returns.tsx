import {
  BalanceLegend,
  BalancePlot,
  balanceAxis,
  isWithinLuck,
  LUCK_WORDS,
} from "#app/components/own-records/balance-plot.tsx";
import { CurveTable } from "#app/components/own-records/curve-table.tsx";
import { formatAxisYen, formatNet } from "#app/components/own-records/record-words.ts";
import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import { BET_NAMES, formatRate, formatRateRange, formatSkillRange } from "#app/components/reports/report-words.ts";
import type { ComparedReturn, ReturnComparison } from "#app/domain/comparing/compare-returns.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { type Compared, Letter } from "./compare-figures.tsx";
import { FEWEST_RACES, formatPoints, LETTERS, RETURNS_SPREAD } from "./compare-words.ts";

export function CompareReturns({ models, base, comparison }: Compared) {
  const { races, returns } = comparison;
  if (returns === null) {
    return (
      <Note>
        収支を残す前につくられたモデルがあるため、収支と回収率はくらべられません。同じ項目でつくり直すと、くらべられます。
      </Note>
    );
  }
  const axis = balanceAxis(returns.models.map(({ winCurve }) => winCurve));
  return (
    <section className="stack">
      <div className="stack">
        <h2 className="h18">1モデルずつ</h2>
        <p className="t13 muted">
          同じ{formatCount(races)}
          レースでの予測力と、1位と2位の単勝を100円ずつ買っていた場合の収支です。縦の目盛りはどれも同じ
          <span className="keep">{`（${formatAxisYen(axis.low)}〜${formatAxisYen(axis.high)}円）`}</span>です。
        </p>
        <BalanceLegend own="モデル" />
      </div>
      <ul className="minis">
        {returns.models.map(({ bets, winCurve }, at) => {
          const { modelId, name } = models[at]!;
          const { pseudoR2, skill } = comparison.models[at]!;
          const [net, favourite] = [winCurve.own, winCurve.favourite].map((line) => formatNet(line.at(-1) ?? 0));
          const luck = LUCK_WORDS[`${isWithinLuck(winCurve)}`];
          return (
            <li className="card" key={modelId}>
              <h3>
                <Letter at={at} />
                {name}
              </h3>
              <p>
                予測力 <b>{formatSkill(pseudoR2)}</b>{" "}
                {skill !== null && <span className="keep">{formatSkillRange(skill)}</span>}
              </p>
              <BalancePlot
                curve={winCurve}
                months={null}
                axis={axis}
                label={`${name}の単勝の収支 ${net}円、1番人気は${favourite}円。${luck}`}
              />
              <p>
                単勝の収支 <b>{net}円</b>
              </p>
              <p>
                回収率 <b>{formatRate(bets.win.returnRate)}</b> <Range of={bets.win} />
              </p>
            </li>
          );
        })}
      </ul>
      <div className="card curve-figures">
        <CurveTable
          label="モデルごとの単勝の収支の動き"
          curves={returns.models.map(({ winCurve }, at) => ({ name: LETTERS[at]!, curve: winCurve }))}
          months={null}
        />
      </div>
      <ReturnTable models={models} base={base} returns={returns} hasDifferences={races >= FEWEST_RACES} />
    </section>
  );
}

function ReturnTable({
  models,
  base,
  returns,
  hasDifferences,
}: Pick<Compared, "models" | "base"> & { returns: ReturnComparison; hasDifferences: boolean }) {
  const own = LETTERS[base]!;
  const differences = returns.models.flatMap(({ bets }) =>
    BET_TYPES.flatMap((betType) => bets[betType].difference ?? []),
  );
  const isTold = differences.some(({ low, high }) => low > 0 || high < 0);
  return (
    <details className="fold card">
      <summary>回収率を数字で見る</summary>
      <ScrollingTable label="モデルごとの回収率">
        <thead>
          <tr>
            <th scope="col">
              <span className="keep">モデル</span>
            </th>
            {BET_TYPES.map((betType) => (
              <th scope="col" key={betType}>
                {BET_NAMES[betType]}
                <small>95%区間</small>
                {hasDifferences && <small>{own}との差</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {returns.models.map(({ bets }, at) => (
            <tr key={models[at]!.modelId}>
              <th scope="row">
                <Letter at={at} />
                <span className="wide-name">{models[at]!.name}</span>
              </th>
              {BET_TYPES.map((betType) => (
                <td key={betType}>
                  <b>{formatRate(bets[betType].returnRate)}</b>
                  <small>
                    <Range of={bets[betType]} />
                  </small>
                  {hasDifferences && <Difference of={bets[betType]} />}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">1番人気</th>
            {BET_TYPES.map((betType) => (
              <td key={betType}>{formatRate(returns.favourite[betType])}</td>
            ))}
          </tr>
        </tbody>
      </ScrollingTable>
      {hasDifferences && differences.length > 0 && (
        <p className="pad t12 faint">
          {isTold
            ? "回収率の差が、運で動く幅をこえた組があります。過去の差で、これからの差を約束するものではありません。"
            : `回収率の差は、どの組も運で動く幅の中です。${RETURNS_SPREAD}`}
          幅は、くらべる組と券種の数だけ広げてあります。
        </p>
      )}
    </details>
  );
}

function Range({ of: { interval } }: { of: ComparedReturn }) {
  return interval === null ? null : <span className="keep">{formatRateRange(interval.low, interval.high)}</span>;
}

/** In percentage points. */
function Difference({ of: { difference } }: { of: ComparedReturn }) {
  if (difference === null) return null;
  const [middle, low, high] = [difference.difference, difference.low, difference.high].map(formatPoints);
  return (
    <>
      <small className="difference-of">差 {middle}</small>
      <small>{`${low}〜${high}`}</small>
    </>
  );
}
