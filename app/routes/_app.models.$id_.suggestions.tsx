import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SEARCH_REFUSALS, SuggestionsPage } from "#app/components/comparing/suggestions-page.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import reportCss from "#app/components/reports/report.css?url";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";
import { readForm, readFormKey, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "改善案",
  description: "項目の変更を学習して比べ、予測力の差を確かめます。",
};
export const links = stylesheets(reportCss);
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  const found = modelId === null ? null : await context.services.models.readSuggestions({ user, modelId });
  if (found === null) throw new Response(null, { status: 404 });
  const refusal = new URL(request.url).searchParams.get("refused");
  const { search } = found;
  return {
    refreshSeconds: refreshSeconds(search?.status === SearchStatus.working ? [search.createdAt] : [], context.now()),
    html: renderParts({
      page: (
        <SuggestionsPage
          suggestions={found}
          plan={user.plan}
          formKey={crypto.randomUUID()}
          refusal={isRefusal(refusal) ? refusal : null}
        />
      ),
    }),
  };
}

function isRefusal(reason: string | null): reason is keyof typeof SEARCH_REFUSALS {
  return reason !== null && Object.hasOwn(SEARCH_REFUSALS, reason);
}

/** Starts a search, or stops the running one. A refusal is shown by the page. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  const form = await readForm(request);
  const path = `/models/${modelId}/suggestions`;
  const { models } = context.services;
  if (form.get("intent") === "stop") {
    const stopped = modelId === null ? null : await models.stopSuggestions({ user, modelId });
    if (stopped?.kind !== "stopped") throw new Response(null, { status: 404 });
    return redirect(path, 303);
  }
  const formKey = readFormKey(form.get("form_key"));
  if (formKey === null) return data(null, 400);
  const started = modelId === null ? null : await models.searchSuggestions({ user, modelId, formKey });
  if (started === null || (started.kind === "refused" && started.reason === "not-found"))
    throw new Response(null, { status: 404 });
  return redirect(started.kind === "refused" ? `${path}?refused=${started.reason}` : path, 303);
}

export default function ModelSuggestionsPage() {
  const { html, refreshSeconds: seconds } = useLoaderData<typeof loader>();
  return (
    <>
      <RefreshWhile seconds={seconds} />
      <StaticHtml id="suggestions" html={html.page} />
    </>
  );
}
