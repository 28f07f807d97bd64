import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import analysesCss from "#app/components/analyses/analyses.css?url";
import { DeletedAnalyses } from "#app/components/analyses/deleted-analyses.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { EmptyState, PAGE_ROWS, PageHead, Pager } from "#app/components/parts/parts.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";
import { readPage } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "削除した分析",
  description: "発走前に記録し、あとから削除した分析の記録です。",
  back: "/analyses",
};
export const links = stylesheets(analysesCss);
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const page = readPage(new URL(request.url).searchParams.get("page"));
  const analyses = await context.services.analyses.listDeleted({
    user,
    offset: PAGE_ROWS * (page - 1),
    limit: PAGE_ROWS,
  });
  return {
    page,
    rows: analyses.length,
    html: renderParts({ list: analyses.length > 0 && <DeletedAnalyses analyses={analyses} /> }),
  };
}

export default function DeletedAnalysesPage() {
  const { page, rows, html } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="削除した分析の記録" />
      <p className="t14 muted">
        発走前に記録した分析を削除すると、時刻、モデル、レース、予想の馬番とその結果がここに残ります。結果が後から出たときも、ここに入ります。障害レースと中止のレース、モデルが学習に使ったレースの結果は、集計の対象外です。発走後の分析は、削除すると残りません。
      </p>
      {html.list === null ? (
        <EmptyState action={page === 1 ? undefined : { to: "/analyses/deleted", label: "最初のページへ" }}>
          {page === 1 ? "削除した分析はありません" : "このページに削除した分析はありません"}
        </EmptyState>
      ) : (
        <StaticHtml id="deleted" html={html.list} />
      )}
      <Pager page={page} rows={rows} href={(to) => `/analyses/deleted?page=${to}`} />
    </>
  );
}

export const ErrorBoundary = failurePage({ text: ANALYSIS_MESSAGES.loadFailed, again: "/analyses/deleted" });
