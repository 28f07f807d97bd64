import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { pageMeta } from "#app/components/brand.ts";
import { Icon } from "#app/components/icon.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { Note, PageHead } from "#app/components/parts.tsx";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";

export const handle: PageHandle = { title: "ランキング" };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "ランキング",
    description: "AIモデルの回収率を、週間、月間、距離別に比べるランキングです。",
  });

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return null;
}

export default function RankingsPage() {
  return (
    <>
      <PageHead title="ランキング" />
      <div role="status">
        <Note>ランキングを準備中です</Note>
      </div>
      <nav aria-label="ランキングの種類">
        <ul className="card list clip">
          {RANKING_PERIODS.map((period) => (
            <li key={period.path}>
              <Link to={`/rankings/${period.path}`}>
                <Icon name="podium" />
                <span className="grow">{period.name}</span>
                <Icon name="next" className="go" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
