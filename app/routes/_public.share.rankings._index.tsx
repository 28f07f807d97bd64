import type { MetaFunction } from "@remix-run/cloudflare";
import { pageMeta } from "#app/components/brand.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { PublicRankings } from "#app/components/public-rankings.tsx";

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "ランキング",
    description: "利用者のAIモデルの回収率を、週ごと、月ごと、コースの種類ごとに並べます。",
  });

export const handle: PageHandle = { link: { to: "/signup", label: "新規登録" } };

/** The rankings as anybody may see them. */
export default function PublicRankingsPage() {
  return <PublicRankings period={null} />;
}
