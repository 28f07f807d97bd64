import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AnalysisList, raceTitle } from "#app/components/analysis-list.tsx";
import { documentTitle } from "#app/components/brand.ts";
import { Button, LinkButton } from "#app/components/button.tsx";
import { Dialog } from "#app/components/dialog.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { EmptyState, Note, PAGE_ROWS, PageHead, Pager } from "#app/components/parts.tsx";
import { refreshSeconds } from "#app/components/refresh.ts";
import { RefreshWhile } from "#app/components/refresh-while.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { ANALYSIS_MESSAGES } from "#app/forms/analysis-refusals.ts";
import { readId, readPage } from "#app/forms/request-reading.ts";

export const handle: PageHandle = { title: "分析結果" };
export const meta = () => [{ title: documentTitle("分析結果") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const query = new URL(request.url).searchParams;
  const page = readPage(query.get("page"));
  const analyses = await context.services.analyses.list({ user, offset: PAGE_ROWS * (page - 1), limit: PAGE_ROWS });
  const now = context.now();
  const running = analyses.filter((analysis) => analysis.status === AnalysisStatus.running);
  const named = (name: string) => {
    const id = readId(query.get(name));
    return analyses.find((analysis) => analysis.analysisId === id) ?? null;
  };
  const toDelete = named("delete");
  return {
    now,
    page,
    analyses,
    accepted: named("accepted"),
    toDelete: toDelete?.status === AnalysisStatus.running ? null : toDelete,
    isDeleted: query.get("done") === "deleted",
    refreshSeconds: refreshSeconds(
      running.map((analysis) => analysis.createdAt),
      now,
    ),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const form = await request.formData();
  const analysisId = readId(form.get("analysis_id"));
  const isRemoved = analysisId !== null && (await context.services.analyses.remove({ user, analysisId }));
  if (!isRemoved) return data({ message: ANALYSIS_MESSAGES.deleteFailed }, 400);
  return redirect(`/analyses?page=${readPage(String(form.get("page")))}&done=deleted`);
}

export default function AnalysesPage() {
  const {
    analyses,
    page,
    now,
    accepted,
    toDelete,
    isDeleted,
    refreshSeconds: seconds,
  } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const closeTo = page === 1 ? "/analyses" : `/analyses?page=${page}`;
  return (
    <>
      <RefreshWhile seconds={seconds} />
      <PageHead title="分析結果">
        <LinkButton tone="primary" to="/races" icon="flag">
          レースを分析
        </LinkButton>
      </PageHead>
      {isDeleted && !sent && (
        <div role="status">
          <Note tone="turf">{ANALYSIS_MESSAGES.deleted}</Note>
        </div>
      )}
      {sent && <Note tone="danger">{sent.message}</Note>}
      {analyses.length === 0 ? (
        <EmptyState>{page === 1 ? "まだレースを分析していません" : "このページに分析結果はありません"}</EmptyState>
      ) : (
        <AnalysisList analyses={analyses} page={page} now={now} />
      )}
      <Pager page={page} rows={analyses.length} href={(to) => `/analyses?page=${to}`} />
      {accepted !== null && <AcceptedDialog analysis={accepted} closeTo={closeTo} />}
      {toDelete !== null && (
        <Dialog
          title="この分析結果を削除しますか？"
          lead={raceTitle(toDelete.raceInfo)}
          closeTo={closeTo}
          closeLabel="キャンセル"
          action={
            <Button tone="danger" form="delete-analysis">
              分析結果を削除
            </Button>
          }
        >
          <Form id="delete-analysis" method="post" action={`/analyses?page=${page}&delete=${toDelete.analysisId}`}>
            <input type="hidden" name="analysis_id" value={toDelete.analysisId} />
            <input type="hidden" name="page" value={page} />
          </Form>
          <p className="t14 muted">削除した分析結果は元に戻せません。分析の回数は戻りません。</p>
        </Dialog>
      )}
    </>
  );
}

/** After 分析する: accepted; on the same URL it tells when the analysis is there. */
function AcceptedDialog({
  analysis,
  closeTo,
}: {
  analysis: { analysisId: number; status: number; raceInfo: { raceNum: number; name: string } };
  closeTo: string;
}) {
  const isComplete = analysis.status === AnalysisStatus.complete;
  return (
    <Dialog
      title={
        isComplete
          ? "分析が完了しました"
          : `「${analysis.raceInfo.raceNum}R ${analysis.raceInfo.name}」の分析を受け付けました。`
      }
      closeTo={closeTo}
      closeLabel="分析結果の一覧"
      action={
        isComplete && (
          <LinkButton tone="primary" to={`/analyses/${analysis.analysisId}`}>
            結果を見る
          </LinkButton>
        )
      }
    >
      <p className="t14 muted">
        {isComplete
          ? `${analysis.raceInfo.raceNum}R ${analysis.raceInfo.name}`
          : "分析結果は一覧画面からご確認ください。"}
      </p>
    </Dialog>
  );
}
