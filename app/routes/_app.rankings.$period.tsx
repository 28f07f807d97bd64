import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { LuckSection } from "#app/components/rankings/luck-section.tsx";
import { OtherRankings, RankingBody } from "#app/components/rankings/ranking-page.tsx";
import { pageView } from "#app/components/rankings/ranking-pages.ts";
import { OwnFiguresInvitation } from "#app/components/rankings/ranking-terms.tsx";
import { readTicket } from "#app/components/rankings/ranking-words.ts";
import rankingsCss from "#app/components/rankings/rankings.css?url";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { isPaid } from "#app/domain/plans/plans.ts";
import { findRankingPeriod } from "#app/domain/rankings/periods.ts";

export const handle: PageHandle<typeof loader> = {
  title: "ランキング",
  description: "AIモデルの回収率を、レース数、的中率、95%区間、くらべる基準とともに並べます。",
  tabTitle: ({ view }) => `${view.name}ランキング`,
};

export const links = stylesheets(rankingsCss);

export { meta } from "#app/components/frame/page-meta.ts";

/** One of the seven rankings: `?ticket=` is the ticket type, `?period=` defaults to the newest. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const period = findRankingPeriod(params.period);
  if (period === null) throw new Response(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const periodKey = query.get("period");
  const selection = { ranking: period.key, ...(periodKey !== null && { periodKey }) };
  const { rankings } = context.services;
  const [view, own] = await Promise.all([rankings.read(selection), rankings.listOwn({ user, ...selection })]);
  if (view === null) throw new Response(null, { status: 404 });
  const { luck, ...page } = pageView(view, { ticket: readTicket(query), own });
  const html = renderParts({ luck: luck && <LuckSection root="/rankings" luck={luck} /> });
  return { view: page, html, seesOwn: isPaid(user.plan) };
}

export default function RankingPage() {
  const { view, html, seesOwn } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h2 className="lead">{view.name}ランキング</h2>
        <span className="t13 muted">{view.period}</span>
      </div>
      {!seesOwn && <OwnFiguresInvitation />}
      <RankingBody view={view} root="/rankings" luck={<StaticHtml id="luck" html={html.luck} />} />
      <OtherRankings current={view.path} root="/rankings" />
    </>
  );
}
