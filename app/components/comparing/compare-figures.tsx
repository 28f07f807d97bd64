import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { ScrollingTable, TableHead } from "#app/components/parts/scrolling-table.tsx";
import { Legend } from "#app/components/reports/legend.tsx";
import { FEW_RACES, formatRate, formatRateRange, formatSkillRange } from "#app/components/reports/report-words.ts";
import type { ModelComparison } from "#app/domain/comparing/compare-models.ts";
import { shareInterval } from "#app/domain/evaluation/reliability.ts";
import { baseWords, differenceScale, LETTERS } from "./compare-words.ts";
import { DifferenceRow } from "./difference-row.tsx";

export interface Compared {
  models: readonly { modelId: number; name: string }[];
  /** Position of the one that the others are compared with. */
  base: number;
  comparison: ModelComparison;
}

export function Letter({ at }: { at: number }) {
  return <span className="abc">{LETTERS[at]}</span>;
}

export function Differences({ models, base, comparison }: Compared) {
  const rows = comparison.models.flatMap(({ difference, pseudoR2 }, at) =>
    difference === null ? [] : [{ at, difference, pseudoR2 }],
  );
  const scale = differenceScale(rows.map(({ difference }) => difference));
  const own = LETTERS[base]!;
  return (
    <section className="card clip">
      <div className="pad stack">
        <h2 className="h18">
          予測力の差（<span className="keep">{own}を基準に</span>）
        </h2>
        <Legend
          signs={[
            ["dot", "差"],
            ["band", "運で動く幅"],
            ["zero", `${own}と同じ`],
          ]}
        />
        <p className="t13 muted">
          帯がまんなかの線をまたぐものは「差はまだ分からない」です。くらべる組の数だけ幅を広げてあるので、たくさんくらべても、運だけで上や下になることは20回に1回までです。
        </p>
      </div>
      <ul className="differences">
        <li className="scale" aria-hidden="true">
          <span className="ticks" style={{ "--min": scale.from, "--max": scale.to }}>
            <i style={{ "--v": scale.from }}>−{scale.to}</i>
            <i style={{ "--v": 0 }}>{own}と同じ</i>
            <i className="end" style={{ "--v": scale.to }}>
              +{scale.to}
            </i>
          </span>
        </li>
        {rows.map(({ at, difference, pseudoR2 }) => (
          <DifferenceRow
            key={models[at]!.modelId}
            name={
              <>
                <Letter at={at} />
                {models[at]!.name}
                <small>予測力 {formatSkill(pseudoR2)}</small>
              </>
            }
            label={`${models[at]!.name}と${own}の予測力の差`}
            words={baseWords(own)}
            measured={difference}
            scale={scale}
          />
        ))}
      </ul>
    </section>
  );
}

export function OneByOne({ models, comparison }: Omit<Compared, "base">) {
  const { market, races } = comparison;
  return (
    <section className="card clip">
      <div className="pad stack">
        <h2 className="h18">予測力と、1位の馬が勝った割合</h2>
        <p className="t13 muted">どれも同じ{formatCount(races)}レースでの数字です。</p>
      </div>
      <ScrollingTable label="モデルごとの予測力と、1位の馬が勝った割合">
        <TableHead words={["モデル", ["予測力", "95%区間"], ["1位の馬が勝った割合", "95%区間"]]} />
        <tbody>
          {comparison.models.map(({ pseudoR2, skill, hits }, at) => (
            <tr key={models[at]!.modelId}>
              <th scope="row">
                <Letter at={at} />
                {models[at]!.name}
              </th>
              <td>
                <b>{formatSkill(pseudoR2)}</b>
                {skill !== null && <small>{formatSkillRange(skill)}</small>}
              </td>
              <WinShare hits={hits} races={races} />
            </tr>
          ))}
          {market !== null && (
            <tr>
              <th scope="row">
                オッズ<small>1番人気、{formatCount(market.races)}R</small>
              </th>
              <td>{formatSkill(market.pseudoR2)}</td>
              <WinShare hits={market.favouriteHits} races={market.races} />
            </tr>
          )}
        </tbody>
      </ScrollingTable>
    </section>
  );
}

function WinShare({ hits, races }: { hits: number; races: number }) {
  const { low, high } = shareInterval(hits, races);
  return (
    <td>
      <b>{formatRate(hits / races)}</b>
      <small>{formatRateRange(low, high)}</small>
    </td>
  );
}

export function Agreement({ models, comparison }: Omit<Compared, "base">) {
  const { agreement, races } = comparison;
  return (
    <section className="card pad stack">
      <h2 className="h18">◎が同じだった割合</h2>
      <p className="t13 muted">
        {formatCount(races)}レースのうち、2モデルの◎が同じ馬だった割合（%）。低い組ほど、見ている所が違います。
      </p>
      <table className="agree">
        <caption className="sr">モデルの組ごとに◎が同じだった割合</caption>
        <thead>
          <tr>
            <td />
            {models.map(({ modelId }, at) => (
              <th key={modelId} scope="col">
                <Letter at={at} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(({ modelId }, row) => (
            <tr key={modelId}>
              <th scope="row">
                <Letter at={row} />
              </th>
              {models.map((other, column) =>
                row === column ? (
                  <td key={other.modelId} className="self">
                    –
                  </td>
                ) : (
                  <td key={other.modelId} style={{ "--p": (agreement[row]![column]! / races) * 100 }}>
                    {Math.round((agreement[row]![column]! / races) * 100)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row wrap t13">
        {models.map(({ modelId, name }, at) => (
          <span key={modelId}>
            <Letter at={at} />
            {name}
          </span>
        ))}
      </p>
    </section>
  );
}

/** How often the first choice of most models won, by their number. */
export function Splits({ comparison: { splits, models, market } }: Pick<Compared, "comparison">) {
  const name = (agreeing: number | null) =>
    agreeing === null
      ? "割れた"
      : agreeing === models.length
        ? `${agreeing}モデルとも同じ◎`
        : `${agreeing}モデルが同じ◎`;
  return (
    <section className="card clip">
      <div className="pad stack">
        <h2 className="h18">そろったとき、割れたとき</h2>
        <p className="t13 muted">
          いちばん多くのモデルが◎にした馬が勝った割合です。割れたレースは、並んだ馬の平均です。
        </p>
      </div>
      <table className="tbl">
        <caption className="sr">◎の一致の数ごとの、◎が勝った割合</caption>
        <TableHead words={["◎の一致", "レース", ["1着", "95%区間"]]} />
        <tbody>
          {splits.map(({ agreeing, races, wins }) => (
            <tr key={agreeing ?? 0} className={races < FEW_RACES ? "thin" : undefined}>
              <th scope="row">{name(agreeing)}</th>
              <td>
                {formatCount(races)}R{races < FEW_RACES && <small>少ない</small>}
              </td>
              {races === 0 ? <td>–</td> : <WinShare hits={wins} races={races} />}
            </tr>
          ))}
          {market !== null && (
            <tr>
              <th scope="row">1番人気</th>
              <td>{formatCount(market.races)}R</td>
              <WinShare hits={market.favouriteHits} races={market.races} />
            </tr>
          )}
        </tbody>
      </table>
      <p className="pad t12 faint">
        そろうレースは人気馬がはっきりしたレースでもあります。よく当たるぶん配当は低く、そろったから得をするとは限りません。
      </p>
    </section>
  );
}
