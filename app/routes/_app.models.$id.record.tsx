import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import recordCss from "#app/components/own-records/own-records.css?url";
import { RecordPage } from "#app/components/own-records/record-page.tsx";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { readRecordQuery } from "#app/forms/own-records/record-filter.ts";
import { readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "成績表", back: "/models" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: recordCss }];
export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "成績表", description: "発走前に記録した分析と、その結果のすべてです。" });

/**
 * The record of one model of the user, also of a deleted one; of all models at `/models/all/record`. One route for both, as
 * each route is in what browsers load for every page.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  if (modelId === null && params.id !== "all") throw new Response(null, { status: 404 });
  const query = readRecordQuery(new URL(request.url).searchParams);
  const record = await context.services.records.readView({ user, modelId, filter: query });
  if (record === null) throw new Response(null, { status: 404 });
  return {
    drawn: {
      record: renderToStaticMarkup(
        <RecordPage record={record} modelId={modelId} query={query} plan={user.plan} today={japanDay(context.now())} />,
      ),
    },
  };
}

export default function ModelRecordPage() {
  return <Drawn id="record" html={useLoaderData<typeof loader>().drawn.record} />;
}
