import { formatCount } from "#app/components/parts/numbers.ts";
import { COUNTING } from "#app/domain/rankings/ranking-lists.ts";
import { ModelName, RankNumber } from "./ranking-rows.tsx";
import { type RankingRoot, rankingHref, SEASON_ORDER } from "./ranking-words.ts";
import type { SeasonLine, SeasonView } from "./season-view.ts";

const PODIUM = 3;

/** The head of the rankings: the season's first three beside the odds, with true heights from 0. */
export function SeasonHead({ view }: { view: SeasonView | null }) {
  const own = [...(view?.top ?? []), ...(view?.own ?? [])].find(({ kind }) => kind === "own");
  return (
    <section className="turf-head season-head">
      <div className="stack">
        <p className="kick">
          <b>年間ランキング</b>
          <span>毎月5日に更新</span>
        </p>
        <h2>{SEASON_ORDER}</h2>
        <p className="t13">{view === null ? COUNTING : `${view.period}の予測力。${view.overlap ?? ""}`}</p>
        {own !== undefined && own.rank !== null && (
          <p className="t13">
            <a href={`/models/edit/${own.key}`}>
              {own.name}は{own.rank}位
            </a>
            {own.ranks !== null && `　ありえる順位 ${own.ranks}`}
          </p>
        )}
      </div>
      {view !== null && view.top.length > 0 && <Podium view={view} />}
    </section>
  );
}

function Podium({ view: { top, benchmarks, hasMedals } }: { view: SeasonView }) {
  const odds = benchmarks.filter(({ key }) => key === "market");
  const lines = [...top.slice(0, PODIUM), ...odds];
  return (
    <div>
      <ul
        className="podium"
        aria-label="上位3モデルとオッズの予測力"
        style={{ "--max": Math.max(1, ...lines.map(({ at }) => at.high ?? at.value)) }}
      >
        {lines.map((line) => {
          const { value, low, high } = line.at;
          return (
            <li
              key={line.key}
              className={line.rank === null ? "odds" : undefined}
              style={{ "--v": value, "--lo": low ?? value, "--hi": high ?? value }}
            >
              <span className="name">
                <b>{line.rank === null ? "オッズ" : <ModelName name={line.name} code={line.code} />}</b>
                {line.rank !== null && <small>{line.who}</small>}
              </span>
              <span className="step">
                {low !== null && high !== null && <i aria-hidden="true" />}
                <b>{line.value}</b>
                {line.rank !== null && <RankNumber rank={line.rank} hasMedals={hasMedals} />}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="t12">
        高さは0からの予測力。縦の線は95%区間。対象の全レースで測るので、テストのレースで測るモデルの予測力とは値が違います。
      </p>
    </div>
  );
}

export function SeasonLines({ view, root }: { view: SeasonView; root: RankingRoot }) {
  const { top, benchmarks, own, market, scaleEnd } = view;
  const row = (line: SeasonLine) => (
    <li key={line.key} className={`one${{ model: "", own: " me", benchmark: " bot" }[line.kind]}`}>
      <RankNumber rank={line.rank} hasMedals={false} />
      <b className="row-name">
        <ModelName name={line.name} code={line.code} />
      </b>
      <span className="sc" aria-hidden="true">
        {line.at.low !== null && line.at.high !== null && (
          <i className="band" style={{ "--lo": line.at.low, "--hi": line.at.high }} />
        )}
        <i className="dot" style={{ "--v": line.at.value }} />
        {market !== null && <i className="base" style={{ "--v": market.at }} />}
      </span>
      <span className="rate">
        <span className="sr">予測力</span>
        {line.value}
      </span>
    </li>
  );
  return (
    <section className="sec">
      <div className="head">
        <h2>年間</h2>
        <span className="t12 faint">予測力　帯＝95%区間　縦線＝オッズ</span>
      </div>
      <div className="card clip lines" style={{ "--min": 0, "--max": scaleEnd }}>
        {view.none !== null && <p className="pad t14">{view.none}</p>}
        {top.length > PODIUM && <ol aria-label="4位から10位">{top.slice(PODIUM).map(row)}</ol>}
        {own.length > 0 && <ul aria-label="年間のあなたのモデル">{own.slice(0, 1).map(row)}</ul>}
        <ul aria-label="年間のくらべる基準">{benchmarks.map(row)}</ul>
      </div>
      <p>
        <a className="tapl t14" href={rankingHref(root, "season")}>
          {formatCount(view.ranked)}モデルの年間ランキングをくわしく
        </a>
      </p>
    </section>
  );
}
