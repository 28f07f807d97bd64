import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/brand.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { Note, PageHead } from "#app/components/parts.tsx";
import { SegmentedLinks } from "#app/components/segmented-links.tsx";
import { findRankingPeriod, RANKING_PERIODS } from "#app/domain/rankings/periods.ts";

export const handle: PageHandle = { title: "ランキング" };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { title: args.data === undefined ? "ランキング" : `${args.data.name}ランキング` });

/** One of the seven rankings; any other name is a page that does not exist. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const period = findRankingPeriod(params.period);
  if (period === null) throw new Response(null, { status: 404 });
  return { path: period.path, name: period.name };
}

export default function RankingPage() {
  const { path, name } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`${name}ランキング`} />
      <SegmentedLinks
        label="ランキングの種類"
        options={RANKING_PERIODS.map((period) => ({
          to: `/rankings/${period.path}`,
          label: period.name,
          isCurrent: period.path === path,
        }))}
      />
      <div role="status">
        <Note>ランキングを準備中です</Note>
      </div>
    </>
  );
}
