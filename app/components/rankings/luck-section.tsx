import { formatCount } from "#app/components/parts/numbers.ts";
import { MEDAL_RACES } from "#app/domain/rankings/medals.ts";
import type { LuckView, RankingPageView } from "./ranking-pages.ts";
import { type RankingRoot, rankingHref } from "./ranking-words.ts";

/** What luck alone would bring the best of as many models, beside the first's rate. */
export function LuckSection({ root, luck }: { root: RankingRoot; luck: LuckView }) {
  return (
    <section className="card pad stack">
      <h2 className="h18">運の幅</h2>
      <LuckFigure luck={luck} />
      <p className="t13 muted">
        1位 {luck.first.name}（{luck.first.userName}）。実力がまったく同じ{formatCount(luck.participants)}
        モデルがこの期間だけ競うと、20回に19回は1位がこの幅に入ります。実力は
        <a href={rankingHref(root, "season")}>年間の予測力</a>でくらべます。
      </p>
    </section>
  );
}

export function LuckCards({ root, rankings }: { root: RankingRoot; rankings: readonly RankingPageView[] }) {
  const known = rankings.flatMap(({ luck, ...ranking }) => (luck === null ? [] : [{ ...ranking, luck }]));
  return (
    <>
      {known.length > 0 && (
        <section className="stack">
          <h2 className="h18">週間・月間は、運の幅と見る</h2>
          <p className="t13 muted">実力がまったく同じモデルだけで競っても、20回に19回は1位がこの幅に入ります。</p>
          <div className="duo">
            {known.map(({ path, name, period, luck }) => (
              <section className="card pad stack" key={path}>
                <h3>
                  <a href={rankingHref(root, path)}>{name}ランキング</a>
                </h3>
                <p className="t12 muted">{period}</p>
                <LuckFigure luck={luck} />
                <p className="t13 muted">
                  1位 {luck.first.name}（{luck.first.userName}）。{formatCount(luck.participants)}モデル。
                </p>
              </section>
            ))}
          </div>
        </section>
      )}
      <section className="card pad stack">
        <h2 className="h18">
          <a href={root}>レースが少ない条件</a>
        </h2>
        <p className="t13 muted">
          数レースだけの条件では、上位の並びはほとんど運です。{MEDAL_RACES}
          レース未満の条件にはメダルがなく、100レース未満の数字は灰色です。
        </p>
      </section>
    </>
  );
}

function LuckFigure({ luck: { low, high, first, participants, from, to } }: { luck: LuckView }) {
  const range = `${low.toFixed(0)}–${high.toFixed(0)}%`;
  return (
    <>
      <p>
        <b>
          {first.rate > high ? "1位の回収率は、運だけの幅を上回りました。" : "1位の回収率は、運だけで説明できます。"}
        </b>
      </p>
      <div
        className="env"
        role="img"
        aria-label={`1位は${first.rate.toFixed(1)}%。実力が同じ${formatCount(participants)}モデルでも、1位は運だけで${low.toFixed(0)}〜${high.toFixed(0)}%になります`}
        style={{ "--min": from, "--max": to }}
      >
        <span className="e" style={{ "--lo": low, "--hi": high }} />
        <span className="even" />
        <span className="first" style={{ "--v": first.rate }} />
      </div>
      <p className="t12 muted row wrap" aria-hidden="true">
        <span>● 1位 {first.rate.toFixed(1)}%</span>
        <span>
          <i className="k-env" /> 運の幅 {range}
        </span>
        <span>┆ 100%</span>
      </p>
    </>
  );
}
