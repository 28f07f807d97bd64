import type { ReactNode } from "react";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { Legend } from "#app/components/reports/legend.tsx";
import { COUNTING } from "#app/domain/rankings/ranking-lists.ts";
import { HALL_RACES } from "#app/domain/season/season-board.ts";
import { ModelName, RankNumber } from "./ranking-rows.tsx";
import { NO_PROMISE, RULES_PATH } from "./ranking-words.ts";
import type { SeasonLine, SeasonView } from "./season-view.ts";

/** Null while the first board is counted. */
export function SeasonBody({ view, children }: { view: SeasonView | null; children?: ReactNode }) {
  return (
    <>
      {view === null ? (
        <div role="status">
          <Note>{COUNTING}</Note>
        </div>
      ) : (
        <>
          <div className="stack">
            <p className="t14 muted">
              {view.period}
              の対象レースを、そのたびに発走前のモデルで予測した記録だけ。回収率ではなく、勝ち馬につけた確率の良さ（予測力）で並べます。
            </p>
            <p className="t13">
              {formatCount(view.models)}モデル。{view.minRaces}レース以上
              {view.ranked === 0 ? "で順位がつきます" : `の${formatCount(view.ranked)}モデルが対象です`}
              。毎月5日に更新。
            </p>
          </div>
          <SeasonList view={view} />
          <div className="duo">
            {view.lasting.length > 0 && <LastingCard view={view} />}
            <HowCounted view={view} />
          </div>
          {children}
        </>
      )}
      <p className="t12 faint">{NO_PROMISE}</p>
    </>
  );
}

function SeasonList({ view }: { view: SeasonView }) {
  const { top, benchmarks, own, market, scaleEnd } = view;
  return (
    <section className="card clip sb" style={{ "--min": 0, "--max": scaleEnd }}>
      <div className="pad stack">
        <h2 className="h18">順位</h2>
        <Legend
          signs={[
            ["dot", "予測力（運の影響を除いた値）"],
            ["band", "95%区間"],
            ["raw", "補正前"],
            market !== null && ["base", `オッズ ${market.words}`],
          ]}
        />
        {view.none !== null && <p className="t14">{view.none}</p>}
      </div>
      <div className="sb-ax" aria-hidden="true">
        <div className="ax-n">
          {view.ticks.map(({ at, words }) => (
            <span key={at} style={{ "--v": at }}>
              {words}
            </span>
          ))}
        </div>
      </div>
      {top.length > 0 && (
        <ol aria-label="1位から10位">
          {top.map((line) => (
            <SeasonRow key={line.key} line={line} view={view} />
          ))}
        </ol>
      )}
      <ul aria-label="くらべる基準">
        {benchmarks.map((line) => (
          <SeasonRow key={line.key} line={line} view={view} />
        ))}
      </ul>
      {own.length > 0 && (
        <>
          <p className="gap" aria-hidden="true">
            ･･･
          </p>
          <ul aria-label="あなたのモデル">
            {own.map((line) => (
              <SeasonRow key={line.key} line={line} view={view} />
            ))}
          </ul>
        </>
      )}
      <SeasonTable lines={[...top, ...benchmarks, ...own]} />
      {top.length > 0 && (
        <p className="pad t12 faint">
          {view.overlap}「ありえる順位」は、運を考えに入れた順位の幅です。
          {market !== null && !view.isAboveMarket && "オッズを上回ったモデルはまだありません。"}
        </p>
      )}
    </section>
  );
}

function SeasonTable({ lines }: { lines: readonly SeasonLine[] }) {
  return (
    <details className="fold pad">
      <summary>数字の表で見る</summary>
      <table className="stbl">
        <caption className="sr">年間の予測力ランキング</caption>
        <TableHead words={["順位・モデル", ["予測力", "95%区間"], ["補正前", "95%区間"], "ありえる順位"]} />
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                {line.rank === null ? "" : `${line.rank}　`}
                {line.name}
                <small>{line.races}</small>
              </th>
              <td>
                <b>{line.value}</b>
                <small>{line.interval ?? "–"}</small>
              </td>
              <td>
                {line.raw ?? "–"}
                {line.rawInterval !== null && <small>{line.rawInterval}</small>}
              </td>
              <td>{line.ranks ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function SeasonRow({ line, view }: { line: SeasonLine; view: SeasonView }) {
  const { at } = line;
  const kind = { model: "", own: " me", benchmark: " bot" }[line.kind];
  return (
    <li className={`season-row${kind}`}>
      <RankNumber rank={line.rank} hasMedals={view.hasMedals} />
      <b className="row-name">
        <ModelName name={line.name} code={line.code} />
      </b>
      <span className="value">
        <span className="sr">予測力</span>
        {line.value}
        {line.interval !== null && <small>{line.interval}</small>}
      </span>
      <span className="sc" aria-hidden="true">
        {at.low !== null && at.high !== null && <i className="band" style={{ "--lo": at.low, "--hi": at.high }} />}
        {at.raw !== null && <i className="raw" style={{ "--v": at.raw }} />}
        <i className="dot" style={{ "--v": at.value }} />
        {view.market !== null && <i className="base" style={{ "--v": view.market.at }} />}
      </span>
      <span className="mt">
        <span>{line.who}</span>
        <span>{line.races}</span>
        {line.ranks !== null && <span>ありえる順位 {line.ranks}</span>}
        {line.clones > 0 && <span>よく似た{line.clones}モデルも含む</span>}
        {line.hall !== null && <span className="tag hall">殿堂 {line.hall}</span>}
      </span>
    </li>
  );
}

function LastingCard({ view }: { view: SeasonView }) {
  return (
    <section className="card pad stack">
      <h2 className="h18">この順位は、どれだけ続くか</h2>
      <p className="t13 muted">前の期間の順位と、次の期間の順位がどれだけ似るか。1なら同じ並び、0なら無関係です。</p>
      <ul className="lasts">
        {view.lasting.map(({ key, name, step, value, interval, at }) => (
          <li key={key}>
            <span>
              {name}
              <small>{step}</small>
            </span>
            <span className="value">
              {value}
              <small>{interval}</small>
            </span>
            <span className="sc" aria-hidden="true" style={{ "--min": 0, "--max": 1 }}>
              <i className="band" style={{ "--lo": at.low, "--hi": at.high }} />
              <i className="dot" style={{ "--v": at.value }} />
            </span>
          </li>
        ))}
      </ul>
      <p className="t12 faint">
        長く続かない順位は、実力ではなく運を表しています。だから実力は年間の予測力でくらべます。
      </p>
    </section>
  );
}

function HowCounted({ view }: { view: SeasonView }) {
  return (
    <section className="card pad stack">
      <h2 className="h18">順位のつけかた</h2>
      <ol className="steps t14">
        <li>ランキングの対象レースすべてを、参加するモデルで自動で予測します。選べず、消せません。</li>
        <li>勝ち馬につけた確率から予測力を出します。頭数の違いは、くじ引きとの比でそろえます。</li>
        <li>運の良し悪しは、同じ日の全モデルの平均とくらべて見ます。95%区間もその差の区間です。</li>
        <li>
          レースが少ないモデルほど、全体の平均（{view.mean}）へ寄せます。これが「運の影響を除く」です。{view.minRaces}
          レース未満は対象外です。
        </li>
        <li>よく似たモデルを何本もつくった人は、1本だけが並びます。</li>
      </ol>
      <details className="fold">
        <summary>殿堂とは</summary>
        <p className="t13 muted">
          2つの条件を1年で両方みたしたモデルの名前が残ります。
          <br />
          1. {HALL_RACES}レース以上　2. 95%区間の下限が、対象の全モデルの平均より上
          <br />
          賞品や称号の特典はありません。
          {view.hall !== null && `${view.hall.year}年は${view.hall.models}モデルでした。`}
        </p>
      </details>
      <p className="t12 faint">
        {view.counted} 集計。<a href={RULES_PATH}>集計のきまり</a>
      </p>
    </section>
  );
}
