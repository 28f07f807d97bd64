import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import crowdCss from "#app/components/crowd/crowd.css?url";
import { CrowdOwn } from "#app/components/crowd/crowd-own.tsx";
import { CrowdBody } from "#app/components/crowd/crowd-page.tsx";
import { crowdPage } from "#app/components/crowd/crowd-view.ts";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import raceCardCss from "#app/components/races/race-card.css?url";

export const handle: PageHandle = { title: "みんなのAI" };
export const links: LinksFunction = () => [
  { rel: "stylesheet", href: raceCardCss },
  { rel: "stylesheet", href: crowdCss },
];
export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "みんなのAI", description: "利用者のAIモデルの確率を平均した、レースの印と勝率です。" });

/** Everybody's forecast of a race; a 404 where there is none. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const found = await context.services.crowd.read({ user, raceId: params.raceId ?? "" });
  if (found === null) throw new Response(null, { status: 404 });
  const { own, ...crowd } = found;
  return { view: crowdPage(crowd), own, isShared: found.forecast !== null && found.hasStarted };
}

export default function CrowdPage() {
  const { view, own, isShared } = useLoaderData<typeof loader>();
  const { raceId } = view.race;
  return (
    <>
      <CrowdBody view={view} heading="h2" />
      {view.forecast !== null && <CrowdOwn own={own} runners={view.forecast.runners} horses={view.horses} />}
      <div className="btns">
        <a className="btn" href={`/races/${encodeURIComponent(raceId)}`}>
          出馬表へ戻る
        </a>
        {isShared && (
          <a className="btn" href={`/share/crowd/${encodeURIComponent(raceId)}`}>
            共有用のページ
          </a>
        )}
      </div>
    </>
  );
}
