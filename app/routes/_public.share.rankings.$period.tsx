import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useParams } from "@remix-run/react";
import { pageMeta } from "#app/components/brand.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { PublicRankings } from "#app/components/public-rankings.tsx";
import { findRankingPeriod } from "#app/domain/rankings/periods.ts";

export const meta: MetaFunction = (args) => {
  const period = findRankingPeriod(args.params.period);
  if (period === null) return pageMeta(args, { title: "ページが見つかりません" });
  return pageMeta(args, {
    title: `${period.name}ランキング`,
    description: `${period.name}のレースでの、利用者のAIモデルの回収率ランキング。`,
  });
};

export const handle: PageHandle = { link: { to: "/signup", label: "新規登録" } };

/** One of the seven; any other is a 404. */
export function loader({ params }: LoaderFunctionArgs) {
  if (findRankingPeriod(params.period) === null) throw new Response(null, { status: 404 });
  return null;
}

export default function PublicRankingPage() {
  return <PublicRankings period={findRankingPeriod(useParams().period)} />;
}
