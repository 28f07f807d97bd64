import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { pictureMeta } from "#app/components/frame/picture-meta.ts";
import { LuckSection } from "#app/components/rankings/luck-section.tsx";
import { OtherRankings, RankingBody } from "#app/components/rankings/ranking-page.tsx";
import { pageView } from "#app/components/rankings/ranking-pages.ts";
import { rankingHref, readTicket } from "#app/components/rankings/ranking-words.ts";
import shareRankingsCss from "#app/components/rankings/share-rankings.css?url";
import { findRankingPeriod } from "#app/domain/rankings/periods.ts";

const isServer = import.meta.env.SSR;

export const handle: PageHandle = {
  link: { to: "/signup", label: "新規登録" },
  ...(isServer && { stylesheet: () => shareRankingsCss }),
};

export const links = () => (isServer ? [] : [{ rel: "stylesheet", href: shareRankingsCss }]);

export const meta: MetaFunction<typeof loader> = (args) => {
  if (args.data === undefined) return pictureMeta(args, { title: MISSING_TITLE });
  const { view, image, address } = args.data;
  return pictureMeta(args, {
    title: `${view.name}ランキング`,
    description: `${view.name}のレースでの、利用者のAIモデルの回収率ランキング（${view.period}）。`,
    path: address,
    image,
  });
};

/** Parameters as in the app. Reads R2 only. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const period = findRankingPeriod(params.period);
  if (period === null) throw new Response(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const periodKey = query.get("period");
  const view = await context.services.rankings.read({
    ranking: period.key,
    ...(periodKey !== null && { periodKey }),
  });
  if (view === null) throw new Response(null, { status: 404 });
  const ticket = readTicket(query);
  return {
    view: pageView(view, { ticket }),
    image: { path: view.imagePath, alt: `${period.name}ランキングの上位3モデルの回収率` },
    address: rankingHref("/share/rankings", period.path, { ticket, periodKey }),
  };
}

export default function PublicRankingPage() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1 className="lead">{view.name}ランキング</h1>
        <span className="t13 muted">{view.period}</span>
      </div>
      <RankingBody
        view={view}
        root="/share/rankings"
        luck={view.luck && <LuckSection root="/share/rankings" luck={view.luck} />}
      />
      <OtherRankings current={view.path} root="/share/rankings" />
    </>
  );
}
