import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { MonthlyAnswers } from "#app/components/explaining/monthly-answers.tsx";
import { YearPage } from "#app/components/explaining/year-page.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import recordCss from "#app/components/own-records/own-records.css?url";
import { RecordPage } from "#app/components/own-records/record-page.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { isDemoAddress } from "#app/domain/demo-address.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { readRecordQuery, readYear } from "#app/forms/own-records/record-filter.ts";
import { readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "成績表",
  description: "発走前に記録した分析と、その結果のすべてです。",
  back: "/models",
};
export const links = stylesheets(recordCss);
export { meta } from "#app/components/frame/page-meta.ts";

/**
 * The record of one model, even if deleted, or of all at `/models/all/record`. One route for both, because every route
 * adds to the manifest that browsers load; for the same reason `?answers` is what the winners had in common, and `?year`
 * a year of the record.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  if (modelId === null && params.id !== "all") throw new Response(null, { status: 404 });
  const search = new URL(request.url).searchParams;
  if (modelId !== null && search.has("answers")) {
    const answers = await context.services.ownRecords.readAnswers({ user, modelId });
    if (answers === null) throw new Response(null, { status: 404 });
    return { html: renderParts({ record: <MonthlyAnswers {...answers} modelId={modelId} /> }) };
  }
  const isDemo = isDemoAddress(user.email);
  const today = japanDay(context.now());
  if (modelId === null && search.has("year")) {
    const review = await context.services.ownRecords.readYear({ user, year: readYear(search, today) });
    return { html: renderParts({ record: <YearPage review={review} isDemo={isDemo} /> }) };
  }
  const query = readRecordQuery(search);
  const record = await context.services.ownRecords.readView({ user, modelId, filter: query });
  if (record === null) throw new Response(null, { status: 404 });
  return {
    html: renderParts({
      record: (
        <RecordPage record={record} modelId={modelId} query={query} plan={user.plan} isDemo={isDemo} today={today} />
      ),
    }),
  };
}

export default function ModelRecordPage() {
  return <StaticHtml id="record" html={useLoaderData<typeof loader>().html.record} />;
}
