import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { pictureMeta } from "#app/components/frame/picture-meta.ts";
import { RankingCard } from "#app/components/rankings/ranking-card.tsx";
import { cardViews, luckSentence } from "#app/components/rankings/ranking-pages.ts";
import { RankingTerms } from "#app/components/rankings/ranking-terms.tsx";
import shareRankingsCss from "#app/components/rankings/share-rankings.css?url";
import { TurnControls } from "#app/components/welcome/turning-cards.tsx";

const isServer = import.meta.env.SSR;

export const handle: PageHandle = {
  link: { to: "/signup", label: "新規登録" },
  ...(isServer && { stylesheet: () => shareRankingsCss }),
};

export const links = () => (isServer ? [] : [{ rel: "stylesheet", href: shareRankingsCss }]);

export const meta: MetaFunction<typeof loader> = (args) =>
  pictureMeta(args, {
    title: "ランキング",
    description: "利用者のAIモデルの回収率を、週ごと、月ごと、コースの種類ごとに並べます。",
    ...(args.data !== undefined && { image: args.data.image }),
  });

/** Without own figures. Reads R2 only. */
export async function loader({ context }: LoaderFunctionArgs) {
  const views = await context.services.rankings.list();
  const [first] = views;
  return {
    cards: cardViews(views),
    luck: luckSentence(views),
    ...(first !== undefined && { image: { path: first.imagePath, alt: "ランキングの上位3モデルの回収率" } }),
  };
}

export default function PublicRankingsPage() {
  const { cards, luck } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="lead">ランキング</h1>
      {luck !== null && <p className="t13 muted">{luck}</p>}
      <div className="turning">
        <TurnControls />
        <div className="cols">
          {cards.map((card) => (
            <RankingCard key={card.path} card={card} root="/share/rankings" />
          ))}
        </div>
      </div>
      <div className="btns">
        <a className="btn" href="/share/rankings/season">
          年間の予測力ランキング
        </a>
      </div>
      <RankingTerms />
      <script src="/rankings.js" defer />
    </>
  );
}
