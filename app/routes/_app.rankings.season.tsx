import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { LuckCards } from "#app/components/rankings/luck-section.tsx";
import { SeasonNav } from "#app/components/rankings/ranking-link.tsx";
import { shortRankings } from "#app/components/rankings/ranking-pages.ts";
import { OwnFiguresInvitation, PublicPageLink } from "#app/components/rankings/ranking-terms.tsx";
import { SEASON_ORDER } from "#app/components/rankings/ranking-words.ts";
import rankingsCss from "#app/components/rankings/rankings.css?url";
import seasonCss from "#app/components/rankings/season.css?url";
import { SeasonBody } from "#app/components/rankings/season-body.tsx";
import { seasonView } from "#app/components/rankings/season-view.ts";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { isPaid } from "#app/domain/plans/plans.ts";

export const handle: PageHandle = {
  title: "ランキング",
  description: "AIモデルの1年の予測力を、運の影響を除いた値と95%区間、ありえる順位とともに並べます。",
  tabTitle: "年間の予測力ランキング",
};

export const links = stylesheets(rankingsCss, seasonCss);

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { season, rankings } = context.services;
  const [board, short] = await Promise.all([season.read(), shortRankings(rankings.read)]);
  const own = board === null ? [] : await season.listOwn({ user, buildId: board.buildId });
  const view = board === null ? null : seasonView(board, own);
  const body = (
    <SeasonBody view={view}>
      <LuckCards root="/rankings" rankings={short} />
    </SeasonBody>
  );
  return { html: renderParts({ board: body }), seesOwn: isPaid(user.plan) };
}

export default function SeasonPage() {
  const { html, seesOwn } = useLoaderData<typeof loader>();
  return (
    <>
      <h2 className="lead">年間ランキング　{SEASON_ORDER}</h2>
      {!seesOwn && <OwnFiguresInvitation />}
      <SeasonNav root="/rankings" />
      <StaticHtml id="season" html={html.board} />
      <PublicPageLink href="/share/rankings/season" />
    </>
  );
}
