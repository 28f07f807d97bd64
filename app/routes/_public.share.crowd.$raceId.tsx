import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CrowdBody } from "#app/components/crowd/crowd-page.tsx";
import { CrowdBesideOdds, CrowdReturns } from "#app/components/crowd/crowd-returns.tsx";
import { crowdPage } from "#app/components/crowd/crowd-view.ts";
import shareCrowdCss from "#app/components/crowd/share-crowd.css?url";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { JoinCard } from "#app/components/rankings/join-card.tsx";

const isServer = import.meta.env.SSR;

export const handle: PageHandle = {
  title: "みんなのAI",
  description: "利用者のAIモデルの確率を平均した、レースの印と勝率です。発走前に記録しています。",
  link: { to: "/signup", label: "新規登録" },
  ...(isServer && { stylesheet: () => shareCrowdCss }),
};

export const links = () => (isServer ? [] : [{ rel: "stylesheet", href: shareCrowdCss }]);

export { meta } from "#app/components/frame/page-meta.ts";

/** A 404 before the start of the race. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await context.services.crowd.readShared({ raceId: params.raceId ?? "" });
  if (found === null) throw new Response(null, { status: 404 });
  const { own: _own, ...crowd } = found;
  return { view: crowdPage(crowd) };
}

export default function PublicCrowdPage() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <CrowdBody view={view} heading="h1">
      <CrowdReturns returns={view.returns} />
      <CrowdBesideOdds besideOdds={view.besideOdds} />
      <JoinCard
        title="自分のモデルとくらべる"
        text="無料プランでもモデルをつくれます。つくったモデルの印と、みんなの印を並べて見られます。"
        more={{ to: "/share/rankings/season", label: "年間の予測力ランキング" }}
      />
    </CrowdBody>
  );
}
