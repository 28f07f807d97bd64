import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import analysesCss from "#app/components/analyses/analyses.css?url";
import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { AnalysisList, RequestedDialog } from "#app/components/analyses/analysis-list.tsx";
import * as deletion from "#app/components/analyses/delete-analysis-dialog.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { DoneNote, EmptyState, Note, PAGE_ROWS, PageHead, Pager } from "#app/components/parts/parts.tsx";
import { InPlace } from "#app/components/race-list/in-place.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { afterDeletion } from "#app/domain/scoring/fixed-words.ts";
import { analysisDeletionFormSchema } from "#app/forms/analyses/analysis-forms.server.ts";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";
import { NO_ANALYSES } from "#app/forms/messages.ts";
import { readForm, readId, readPage } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "分析結果", description: "自分のAIモデルで分析したレースの一覧です。" };
export const links = stylesheets(analysesCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** The server renders it with the page; browsers load its script on demand. */
const DeleteAnalysisDialog = import.meta.env.SSR
  ? deletion.DeleteAnalysisDialog
  : lazy(async () => {
      const loaded = await import("#app/components/analyses/delete-analysis-dialog.tsx");
      return { default: loaded.DeleteAnalysisDialog };
    });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const query = new URL(request.url).searchParams;
  const page = readPage(query.get("page"));
  const analyses = await context.services.analyses.list({ user, offset: PAGE_ROWS * (page - 1), limit: PAGE_ROWS });
  const now = context.now();
  const listed = (id: number | null) => analyses.find(({ analysisId }) => analysisId === id) ?? null;
  const running = analyses.filter((analysis) => analysis.status === AnalysisStatus.running);
  const requestedId = readId(query.get("accepted") ?? query.get("completed"));
  // A finished analysis that was requested again may be on any page of the list.
  const requested =
    requestedId === null
      ? null
      : (listed(requestedId) ?? (await context.services.analyses.find({ user, analysisId: requestedId })));
  const toDelete = listed(readId(query.get("delete")));
  return {
    page,
    rows: analyses.length,
    html: renderParts({
      uses: <AnalysisCounters uses={user} />,
      list: analyses.length > 0 && <AnalysisList analyses={analyses} page={page} now={now} />,
    }),
    requested: requested && {
      analysisId: requested.analysisId,
      status: requested.status,
      raceInfo: requested.raceInfo,
    },
    toDelete:
      toDelete === null || toDelete.status === AnalysisStatus.running
        ? null
        : {
            analysisId: toDelete.analysisId,
            raceInfo: toDelete.raceInfo,
            after: afterDeletion(toDelete, { date: toDelete.raceInfo.date, startTime: toDelete.startTime }),
          },
    isDeleted: query.get("done") === "deleted",
    refreshSeconds: refreshSeconds(
      running.map((analysis) => analysis.createdAt),
      now,
    ),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: analysisDeletionFormSchema });
  const { analysis_id: analysisId, page } =
    submission.status === "success" ? submission.value : { analysis_id: null, page: 1 };
  const { analyses } = context.services;
  const refuse = (status: number) => data(submission.reply({ formErrors: [ANALYSIS_MESSAGES.deleteFailed] }), status);
  if (analysisId === null) return refuse(400);
  // Idempotent: a repeated submission finds the analysis deleted.
  const isGone = await context.attempt(async () => {
    const result = await analyses.remove({ user, analysisId });
    return result.kind === "deleted" || (await analyses.wasRemoved({ user, analysisId }));
  });
  if (isGone === null) return refuse(500);
  return isGone ? redirect(`/analyses?page=${page}&done=deleted`) : refuse(400);
}

export default function AnalysesPage() {
  const { page, rows, html, requested, toDelete, isDeleted, refreshSeconds: seconds } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>()?.error?.[""];
  const closeTo = page === 1 ? "/analyses" : `/analyses?page=${page}`;
  return (
    <>
      <RefreshWhile seconds={seconds} />
      <PageHead title="分析結果">
        <LinkButton to="/models/all/record">成績表</LinkButton>
        <LinkButton tone="primary" to="/races" icon="flag">
          レースを分析
        </LinkButton>
      </PageHead>
      <StaticHtml id="uses" html={html.uses} />
      {isDeleted && !failure && <DoneNote>{ANALYSIS_MESSAGES.deleted}</DoneNote>}
      {failure && <Note tone="danger">{failure}</Note>}
      {rows === 0 ? (
        <EmptyState action={page === 1 ? undefined : { to: "/analyses", label: "最初のページへ" }}>
          {page === 1 ? NO_ANALYSES : "このページに分析結果はありません"}
        </EmptyState>
      ) : (
        <InPlace>
          <StaticHtml id="list" html={html.list} />
        </InPlace>
      )}
      <Pager page={page} rows={rows} href={(to) => `/analyses?page=${to}`} />
      <div className="btns">
        <LinkButton to="/analyses/deleted" icon="list">
          削除した分析
        </LinkButton>
      </div>
      {requested !== null && <RequestedDialog analysis={requested} closeTo={closeTo} />}
      <Suspense>
        {toDelete !== null && <DeleteAnalysisDialog analysis={toDelete} page={page} closeTo={closeTo} />}
      </Suspense>
    </>
  );
}

export const ErrorBoundary = failurePage({ text: ANALYSIS_MESSAGES.loadFailed, again: "/analyses" });
