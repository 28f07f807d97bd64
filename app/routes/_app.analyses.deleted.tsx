import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { DeletedAnalyses } from "#app/components/analyses/deleted-analyses.tsx";
import { fixedWords } from "#app/components/analyses/fixed-words.ts";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { EmptyState, PAGE_ROWS, PageHead, Pager } from "#app/components/parts/parts.tsx";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";
import { readPage } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "削除した分析", back: "/analyses" };
export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "削除した分析", description: "発走前に記録し、あとから削除した分析の記録です。" });

/** Higher page numbers are clamped: nobody has as many pages, and the offset stays an exact integer. */
const LAST_PAGE = 1_000_000;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const page = Math.min(readPage(new URL(request.url).searchParams.get("page")), LAST_PAGE);
  const analyses = await context.services.analyses.listDeleted({
    user,
    offset: PAGE_ROWS * (page - 1),
    limit: PAGE_ROWS,
  });
  const rows = analyses.map((analysis) => ({
    ...analysis,
    fixed: fixedWords(analysis.completedAt, { date: analysis.raceInfo.date, startTime: analysis.startTime }),
  }));
  return {
    page,
    rows: rows.length,
    drawn: rows.length === 0 ? null : { list: renderToStaticMarkup(<DeletedAnalyses analyses={rows} />) },
  };
}

export default function DeletedAnalysesPage() {
  const { page, rows, drawn } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="消しても残る記録" />
      <p className="t14 muted">
        発走前に記録した分析を削除すると、時刻、モデル、レース、予想の馬番とその結果がここに残ります。結果が後から出たときも、ここに入ります。障害レースと中止のレース、モデルが学習に使ったレースの結果は、集計の対象外です。発走後の分析は、削除すると残りません。
      </p>
      {drawn === null ? (
        <EmptyState action={page === 1 ? undefined : { to: "/analyses/deleted", label: "最初のページへ" }}>
          {page === 1 ? "削除した分析はありません" : "このページに削除した分析はありません"}
        </EmptyState>
      ) : (
        <Drawn id="deleted" html={drawn.list} />
      )}
      <Pager page={page} rows={rows} href={(to) => `/analyses/deleted?page=${to}`} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return <LoadFailure error={error} text={ANALYSIS_MESSAGES.loadFailed} again="/analyses/deleted" />;
}
