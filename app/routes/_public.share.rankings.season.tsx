import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { pictureMeta } from "#app/components/frame/picture-meta.ts";
import { JoinCard } from "#app/components/rankings/join-card.tsx";
import { LuckCards } from "#app/components/rankings/luck-section.tsx";
import { SeasonNav } from "#app/components/rankings/ranking-link.tsx";
import { shortRankings } from "#app/components/rankings/ranking-pages.ts";
import { SEASON_ORDER } from "#app/components/rankings/ranking-words.ts";
import { SeasonBody } from "#app/components/rankings/season-body.tsx";
import { seasonView } from "#app/components/rankings/season-view.ts";
import shareSeasonCss from "#app/components/rankings/share-season.css?url";
import { seasonImagePath } from "#app/domain/sharing/share-image-address.ts";

const TITLE = "年間の予測力ランキング";
const DESCRIPTION = "利用者のAIモデルの1年の予測力を、運の影響を除いた値と95%区間、ありえる順位とともに並べます。";

const isServer = import.meta.env.SSR;

export const handle: PageHandle = {
  title: TITLE,
  description: DESCRIPTION,
  link: { to: "/signup", label: "新規登録" },
  ...(isServer && { stylesheet: () => shareSeasonCss }),
};

export const links = () => (isServer ? [] : [{ rel: "stylesheet", href: shareSeasonCss }]);

export const meta: MetaFunction<typeof loader> = (args) =>
  pictureMeta(args, {
    title: TITLE,
    description: DESCRIPTION,
    ...(args.data?.image && { image: args.data.image }),
  });

/** Without own entries. Reads R2 only. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { season, rankings } = context.services;
  const [board, short] = await Promise.all([season.read(), shortRankings(rankings.read)]);
  const image = board === null ? null : { path: seasonImagePath(board), alt: "年間の予測力の上位5モデル" };
  return { view: board === null ? null : seasonView(board), short, image };
}

export default function PublicSeasonPage() {
  const { view, short } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="lead">年間ランキング　{SEASON_ORDER}</h1>
      <SeasonNav root="/share/rankings" />
      <SeasonBody view={view}>
        <LuckCards root="/share/rankings" rankings={short} />
      </SeasonBody>
      <JoinCard
        title="自分のAIモデルで加わる"
        text="項目を選ぶだけで、無料プランでもモデルをつくれます。順位に並ぶのは有料プランのモデルです。"
        more={{ to: "/verify", label: "記録の証明を見る" }}
      />
    </>
  );
}
