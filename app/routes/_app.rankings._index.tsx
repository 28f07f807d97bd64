import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { PageHead } from "#app/components/parts/parts.tsx";
import { RankingCard } from "#app/components/rankings/ranking-card.tsx";
import { OwnFiguresInvitation } from "#app/components/rankings/ranking-invitation.tsx";
import { cardViews } from "#app/components/rankings/ranking-pages.ts";
import { RankingTerms } from "#app/components/rankings/ranking-terms.tsx";
import rankingsCss from "#app/components/rankings/rankings.css?url";
import turningCss from "#app/components/rankings/turning.css?url";
import { TurningCards } from "#app/components/welcome/turning-cards.tsx";
import { isPaid } from "#app/domain/plans/plans.ts";

export const handle: PageHandle = {
  title: "ランキング",
  description: "AIモデルの回収率を、週間、月間、距離別にくらべるランキングです。",
};

export const links: LinksFunction = () => [rankingsCss, turningCss].map((href) => ({ rel: "stylesheet", href }));

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { rankings } = context.services;
  const [views, own] = await Promise.all([rankings.list(), rankings.listOwn({ user })]);
  return { cards: cardViews(views, own), seesOwn: isPaid(user.plan) };
}

export default function RankingsPage() {
  const { cards, seesOwn } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="ランキング" />
      {!seesOwn && <OwnFiguresInvitation />}
      <TurningCards>
        {cards.map((card) => (
          <RankingCard key={card.path} card={card} root="/rankings" />
        ))}
      </TurningCards>
      <div className="btns">
        <a className="btn" href="/rankings/season">
          年間の予測力ランキング
        </a>
      </div>
      <RankingTerms />
    </>
  );
}
