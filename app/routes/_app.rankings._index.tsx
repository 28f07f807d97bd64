import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { RankingCard } from "#app/components/rankings/ranking-card.tsx";
import { cardViews, luckSentence } from "#app/components/rankings/ranking-pages.ts";
import { OwnFiguresInvitation, RankingTerms } from "#app/components/rankings/ranking-terms.tsx";
import rankingsCss from "#app/components/rankings/rankings.css?url";
import seasonFirstCss from "#app/components/rankings/season-first.css?url";
import { SeasonHead, SeasonLines } from "#app/components/rankings/season-first.tsx";
import { seasonView } from "#app/components/rankings/season-view.ts";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import turningCss from "#app/components/welcome/turning.css?url";
import { TurningCards } from "#app/components/welcome/turning-cards.tsx";
import { isPaid } from "#app/domain/plans/plans.ts";

export const handle: PageHandle = {
  title: "ランキング",
  description: "AIモデルの回収率を、週間、月間、距離別にくらべるランキングです。",
};

export const links = stylesheets(rankingsCss, turningCss, seasonFirstCss);

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { rankings, season } = context.services;
  const [views, own, board] = await Promise.all([rankings.list(), rankings.listOwn({ user }), season.read()]);
  const ownSeason = board === null ? [] : await season.listOwn({ user, buildId: board.buildId });
  const view = board === null ? null : seasonView(board, ownSeason);
  return {
    cards: cardViews(views, own),
    luck: luckSentence(views),
    seesOwn: isPaid(user.plan),
    html: renderParts({
      head: <SeasonHead view={view} />,
      season: view !== null && <SeasonLines view={view} root="/rankings" />,
    }),
  };
}

export default function RankingsPage() {
  const { cards, luck, seesOwn, html } = useLoaderData<typeof loader>();
  return (
    <>
      <StaticHtml id="head" html={html.head} />
      {!seesOwn && <OwnFiguresInvitation />}
      <StaticHtml id="season" html={html.season} />
      {luck !== null && <p className="t13 muted">{luck}</p>}
      <TurningCards>
        {cards.map((card) => (
          <RankingCard key={card.path} card={card} root="/rankings" />
        ))}
      </TurningCards>
      <div className="btns">
        <a className="btn" href="/races/newest/crowd">
          みんなのAI
        </a>
        <a className="btn" href="/duel">
          1番人気との対決
        </a>
        <a className="btn" href="/leagues">
          仲間とのリーグ
        </a>
        <a className="btn" href="/following">
          フォロー中
        </a>
      </div>
      <RankingTerms />
    </>
  );
}
