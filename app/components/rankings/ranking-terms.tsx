import { LinkButton } from "#app/components/parts/button.tsx";
import { NO_PROMISE, RULES_PATH } from "./ranking-words.ts";

export function PublicPageLink({ href }: { href: string }) {
  return (
    <div className="btns">
      <a className="btn" href={href}>
        だれでも見られるページを開く
      </a>
    </div>
  );
}

export function RankingTerms() {
  return (
    <div className="stack t12 faint">
      <p>
        参加は火曜0時に有料プランの方のモデル。週間は毎週水曜、ほかは毎月5日に更新。100レース未満の回収率は灰色で「少ない」と書きます。
        <a href={RULES_PATH}>集計のきまり</a>
      </p>
      <p>{NO_PROMISE}</p>
    </div>
  );
}

/** Free and restricted plans have no own figures. */
export function OwnFiguresInvitation() {
  return (
    <div className="card pad stack">
      <p>自分のモデルの順位と回収率は有料プランで見られます</p>
      <div className="btns">
        <LinkButton to="/subscriptions" icon="card">
          プランを見る
        </LinkButton>
      </div>
    </div>
  );
}
