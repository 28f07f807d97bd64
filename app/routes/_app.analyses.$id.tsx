import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AnalysisChanges } from "#app/components/analyses/analysis-changes.tsx";
import { raceTitle } from "#app/components/analyses/analysis-list.tsx";
import {
  FailedAnalysis,
  HorsesByIndex,
  ResultActions,
  RunningAnalysis,
} from "#app/components/analyses/analysis-parts.tsx";
import analysisCss from "#app/components/analyses/analysis-result.css?url";
import { analysisView, type ShownAnalysis } from "#app/components/analyses/analysis-view.tsx";
import { DeleteAnalysisDialog } from "#app/components/analyses/delete-analysis-dialog.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { AnalysisShare } from "#app/components/sharing/analysis-share.tsx";
import { postText } from "#app/components/sharing/share-links.ts";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { analysisIntentSchema } from "#app/forms/analyses/analysis-forms.server.ts";
import { ANALYSIS_FAILED, ANALYSIS_MESSAGES, findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import { isVisit, readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle<typeof loader> = {
  title: "分析結果",
  description: "自分のAIモデルが出した馬ごとの指数です。",
  back: "/analyses",
  tabTitle: ({ analysis }) => `${raceTitle(analysis.raceInfo)}の分析結果`,
};
export const links = stylesheets(analysisCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** A visit marks the result as seen. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const analysisId = readId(params.id);
  if (analysisId === null) throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  const isUnconfirmed = user.unconfirmedAnalyses.some((analysis) => analysis.analysisId === analysisId);
  const { analyses, sharing } = context.services;
  const [analysis, shared] = await Promise.all([
    analyses.find({ user, analysisId }),
    // Read from the public side, not from the row: the owner must be able to end what is public.
    context.attempt(() => sharing.resolve({ reference: String(analysisId) })),
    isUnconfirmed && isVisit(request) ? analyses.confirm({ user, analysisId }) : undefined,
  ]);
  if (analysis === null) throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  const query = new URL(request.url).searchParams;
  return {
    ...analysisView(analysis, { byNumber: query.get("sort") === "number", now: context.now() }),
    shared: shared && { url: shared.url, imagePath: shared.imagePath, text: postText(shared) },
    done: query.get("done"),
    isDeleting: query.has("delete") && analysis.status !== AnalysisStatus.running,
  };
}

/** Idempotent: a repeated submission has the same outcome. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const { analyses, sharing } = context.services;
  const analysisId = readId(params.id);
  const submission = parseWithZod(await readForm(request), { schema: analysisIntentSchema });
  if (analysisId === null) throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  const refuse = (message: string) => submission.reply({ formErrors: [message] });
  if (submission.status !== "success") return data(refuse(ANALYSIS_MESSAGES.shareFailed), 400);
  if (submission.value.intent === "request-again") {
    const requested = await context.attempt(() => analyses.requestAgain({ user, analysisId }));
    if (requested === null) return data(refuse(ANALYSIS_FAILED), 500);
    if (requested.kind !== "refused") return redirect(`/analyses/${requested.analysisId}?done=accepted`, 303);
    if (requested.reason === "not-found") throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
    return data(refuse(requested.reason), 400);
  }
  const isStop = submission.value.intent === "unshare";
  const failed = refuse(isStop ? ANALYSIS_MESSAGES.unshareFailed : ANALYSIS_MESSAGES.shareFailed);
  const result = await context.attempt(async () =>
    isStop ? await sharing.unshare({ user, analysisId }) : await sharing.share({ user, analysisId }),
  );
  if (result === null) return data(failed, 500);
  if (result.kind !== "refused") return redirect(`/analyses/${analysisId}?done=${result.kind}#share`, 303);
  if (result.reason === "not-found") throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  return data(failed, 400);
}

export default function AnalysisPage() {
  const page = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>()?.error?.[""] ?? null;
  const refusal = findAnalysisRefusal(failure);
  const { analysis, html, hasResult, done } = page;
  const isRunning = analysis.status === AnalysisStatus.running;
  const path = `/analyses/${analysis.analysisId}`;
  return (
    <>
      <RefreshWhile seconds={page.refreshSeconds} />
      <StaticHtml id="head" html={html.head} />
      {done === "accepted" && <AcceptedNote analysis={analysis} />}
      {analysis.cancelled !== null && (
        <Note tone="warn">
          {analysis.cancelled}
          {hasResult && "この分析は回数に数えません。"}
        </Note>
      )}
      {isRunning && <RunningAnalysis analysis={analysis} now={page.now} />}
      {!isRunning && !hasResult && <FailedAnalysis analysis={analysis} />}
      {hasResult && (
        <div className="result">
          <div className="stack">
            {!analysis.isPast && <StaticHtml id="best" html={html.best} />}
            <ResultActions raceId={analysis.raceId} path={path} shared={page.shared} />
            {analysis.isPast && <StaticHtml id="best" html={html.best} />}
            <StaticHtml id="versions" html={html.versions} />
            {(page.changes.length > 0 || refusal !== null) && (
              <AnalysisChanges
                path={path}
                changes={page.changes}
                canRequestAgain={page.canRequestAgain}
                refusal={refusal}
              />
            )}
            {page.withdrawn !== null && <Note tone="warn">{page.withdrawn}</Note>}
            <StaticHtml id="bets" html={html.bets} />
            <StaticHtml id="answers" html={html.answers} />
            <StaticHtml id="words" html={html.words} />
          </div>
          <HorsesByIndex analysis={analysis} html={html} byNumber={page.byNumber} path={path} />
          <div className="result-side">
            <StaticHtml id="pairs" html={html.pairs} />
            <AnalysisShare path={path} shared={page.shared} done={done} failure={refusal === null ? failure : null} />
            <StaticHtml id="text" html={html.text} />
            <DeletionLink path={path} />
          </div>
        </div>
      )}
      {!hasResult && !isRunning && <DeletionLink path={path} />}
      {page.isDeleting && <DeleteAnalysisDialog analysis={analysis} closeTo={path} />}
    </>
  );
}

function AcceptedNote({ analysis }: { analysis: ShownAnalysis }) {
  return (
    <DoneNote>
      {ANALYSIS_MESSAGES.accepted(analysis.raceInfo)}
      {analysis.status === AnalysisStatus.complete && "分析が完了しました。"}
    </DoneNote>
  );
}

function DeletionLink({ path }: { path: string }) {
  return (
    <div className="btns">
      <LinkButton tone="danger" icon="trash" to={`${path}?delete`} preventScrollReset>
        この分析結果を削除
      </LinkButton>
    </div>
  );
}

export const ErrorBoundary = failurePage({
  text: ANALYSIS_MESSAGES.loadFailed,
  again: "/analyses",
  missing: {
    text: ANALYSIS_MESSAGES.notFound,
    hint: "分析結果が削除されたか、URLが違うようです。",
    link: { to: "/analyses", label: "分析結果の一覧" },
  },
});
