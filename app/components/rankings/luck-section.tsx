import { formatCount } from "#app/components/parts/numbers.ts";
import type { LuckView } from "./ranking-pages.ts";

/** What the best of as many models would show by luck alone, beside the rate of the first. */
export function LuckSection({ luck }: { luck: LuckView }) {
  const { low, high, first, participants, from, to } = luck;
  const range = `${low.toFixed(0)}–${high.toFixed(0)}%`;
  return (
    <section className="card pad stack">
      <h2 className="h18">運の幅</h2>
      <p>
        <b>
          {first.rate > high ? "1位の回収率は、運だけの幅を上回りました。" : "1位の回収率は、運だけで説明できます。"}
        </b>
      </p>
      <div
        className="env"
        role="img"
        aria-label={`1位は${first.rate.toFixed(1)}%。同じ腕の${formatCount(participants)}モデルでも、1位は運だけで${low.toFixed(0)}〜${high.toFixed(0)}%になります`}
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
      <p className="t13 muted">
        1位 {first.name}（{first.userName}）。腕がまったく同じ{formatCount(participants)}
        モデルがこの期間だけ競うと、20回に19回は1位がこの幅に入ります。腕は
        <a href={luck.seasonPath}>年間の予測力</a>でくらべます。
      </p>
    </section>
  );
}
