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
