import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import crowdCss from "#app/components/crowd/crowd.css?url";
import { CrowdOwn } from "#app/components/crowd/crowd-own.tsx";
import { CrowdBody } from "#app/components/crowd/crowd-page.tsx";
import { CrowdBesideOdds, CrowdReturns } from "#app/components/crowd/crowd-returns.tsx";
import { type CrowdPage as CrowdView, crowdPage } from "#app/components/crowd/crowd-view.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import raceCardCss from "#app/components/races/race-card.css?url";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";

export const handle: PageHandle = {
  title: "みんなのAI",
  description: "利用者のAIモデルの確率を平均した、レースの印と勝率です。",
};
export const links = stylesheets(raceCardCss, crowdCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** Stands for the race of the newest forecast, for links from pages that are about no race. */
const NEWEST = "newest";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  if (params.raceId === NEWEST) {
    const newest = await context.services.crowd.findNewest();
    throw redirect(newest === null ? "/races" : `/races/${encodeURIComponent(newest)}/crowd`);
  }
  const found = await context.services.crowd.read({ user, raceId: params.raceId ?? "" });
  if (found === null) throw new Response(null, { status: 404 });
  const { own, ...crowd } = found;
  const view = crowdPage(crowd);
  const isShared = view.forecast !== null && view.hasStarted;
  return { html: renderParts({ crowd: <CrowdPage view={view} own={own} isShared={isShared} /> }) };
}

function CrowdPage({
  view,
  own,
  isShared,
}: {
  view: CrowdView;
  own: Parameters<typeof CrowdOwn>[0]["own"];
  isShared: boolean;
}) {
  const raceId = encodeURIComponent(view.race.raceId);
  return (
    <>
      <CrowdBody view={view} heading="h2">
        <CrowdReturns returns={view.returns} />
        <CrowdBesideOdds besideOdds={view.besideOdds} />
      </CrowdBody>
      {view.forecast !== null && <CrowdOwn own={own} runners={view.forecast.runners} horses={view.horses} />}
      <div className="btns">
        <a className="btn" href={`/races/${raceId}`}>
          出馬表へ戻る
        </a>
        {isShared && (
          <a className="btn" href={`/share/crowd/${raceId}`}>
            共有用のページ
          </a>
        )}
      </div>
    </>
  );
}

export default function CrowdRoute() {
  return <StaticHtml id="crowd" html={useLoaderData<typeof loader>().html.crowd} />;
}
