import type { ReactNode } from "react";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";
import { COUNTING, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import { RankingLink } from "./ranking-link.tsx";
import type { RankingPageView } from "./ranking-pages.ts";
import { RankingList } from "./ranking-rows.tsx";
import { PublicPageLink } from "./ranking-terms.tsx";
import { NO_PROMISE, type RankingRoot, RULES_PATH, rankingHref, TICKET_NAMES } from "./ranking-words.ts";

const BOUGHT = {
  total: "総合は、単勝2点・複勝1点・馬連7点を、券種ごとに同じ金額ずつ買った場合の回収率です。",
  win: "単勝は、指数の1位と2位を100円ずつ買った場合の回収率です。",
  place: "複勝は、指数の1位を100円買った場合の回収率です。",
  quinella: "馬連は、指数の上位2頭から上位5頭への7点を100円ずつ買った場合の回収率です。",
} as const;

const UPDATED = { weekly: "毎週水曜", monthly: "毎月5日" } as const;

export function RankingBody({
  view,
  root,
  luck,
}: {
  view: Omit<RankingPageView, "luck">;
  root: RankingRoot;
  luck: ReactNode;
}) {
  const current = view.periods.find(({ isCurrent }) => isCurrent) ?? null;
  const periodKey = current?.key ?? null;
  return (
    <>
      <nav className="seg" aria-label="券種">
        {TICKET_TYPES.map((ticket) => (
          <RankingLink
            key={ticket}
            root={root}
            to={rankingHref(root, view.path, { ticket, periodKey })}
            aria-current={ticket === view.ticket ? "true" : undefined}
          >
            {TICKET_NAMES[ticket]}
          </RankingLink>
        ))}
      </nav>
      {view.state === "ready" ? (
        <>
          <Note>
            <b>
              {formatCount(view.participants)}モデルが参加、1モデル最大{view.mostRaces}レース。
            </b>
            {view.noMedals ?? "実力が同じでも、順位は運で大きく入れかわります。"}
            95%区間とくらべる基準も、あわせて見てください。
          </Note>
          <RankingList
            top={view.top}
            hasMedals={view.noMedals === null}
            baselines={view.baselines}
            beyond={view.beyond}
          />
          {luck}
        </>
      ) : (
        <div role="status">
          <Note>{view.state === "counting" ? COUNTING : NO_RANKING}</Note>
        </div>
      )}
      <div className="stack t12 faint">
        <p>
          {BOUGHT[view.ticket]}
          太い帯が回収率、細い線が95%区間（同じ力でもこのくらいは動く幅）。横軸は250%までの二乗目盛りです。100レース未満は灰色で「少ない」と書きます。
        </p>
        <p>
          参加は火曜0時に有料プランの方のモデル。{UPDATED[view.cadence]}に更新。
          {view.counted !== null && `${view.counted} 集計。`}
          <a href={RULES_PATH}>集計のきまり</a>
        </p>
        <p>{NO_PROMISE}</p>
      </div>
      {root === "/rankings" && (
        <PublicPageLink href={rankingHref("/share/rankings", view.path, { ticket: view.ticket, periodKey })} />
      )}
      <RankingPeriods view={view} root={root} />
    </>
  );
}

function RankingPeriods({
  view,
  root,
}: {
  view: Pick<RankingPageView, "periods" | "path" | "ticket">;
  root: RankingRoot;
}) {
  const { periods, path, ticket } = view;
  if (periods.length < 2) return null;
  const at = periods.findIndex(({ isCurrent }) => isCurrent);
  const [older, newer] = [periods[at + 1], periods[at - 1]];
  const href = (periodKey: string | null) => rankingHref(root, path, { ticket, periodKey });
  return (
    <nav className="sec" aria-label="ほかの期間">
      <div className="btns">
        {older !== undefined && (
          <RankingLink root={root} to={href(older.key)} className="btn">
            <Icon name="back" />
            前の期間
          </RankingLink>
        )}
        {newer !== undefined && (
          <RankingLink root={root} to={href(newer.key)} className="btn">
            次の期間
            <Icon name="next" />
          </RankingLink>
        )}
      </div>
      <details className="card periods">
        <summary>
          過去のランキング
          <Icon name="down" />
        </summary>
        <ul>
          {periods.map(({ key, words, isCurrent }) => (
            <li key={words}>
              <RankingLink root={root} to={href(key)} aria-current={isCurrent ? "true" : undefined}>
                {words}
              </RankingLink>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

export function OtherRankings({ current, root }: { current: string; root: RankingRoot }) {
  return (
    <nav className="btns" aria-label="ランキングの種類">
      <RankingLink root={root} to={rankingHref(root, "season")} className="btn">
        年間
      </RankingLink>
      {RANKING_PERIODS.map(({ path, name }) => (
        <RankingLink
          key={path}
          root={root}
          to={rankingHref(root, path)}
          className="btn"
          aria-current={path === current ? "true" : undefined}
        >
          {name}
        </RankingLink>
      ))}
    </nav>
  );
}
