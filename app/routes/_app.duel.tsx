import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import duelCss from "#app/components/own-records/duel.css?url";
import { DuelPage } from "#app/components/own-records/duel-page.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";

export const handle: PageHandle = {
  title: "対決",
  description: "あなたのAIモデルの◎と1番人気の、週ごとの対決です。",
  back: "/models/all/record",
};
export const links = stylesheets(duelCss);
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const duel = await context.services.ownRecords.readDuel({ user });
  return { html: renderParts({ duel: <DuelPage duel={duel} today={japanDay(context.now())} /> }) };
}

export default function DuelRoute() {
  return <StaticHtml id="duel" html={useLoaderData<typeof loader>().html.duel} />;
}
