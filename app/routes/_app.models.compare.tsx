import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import compareCss from "#app/components/comparing/compare.css?url";
import { ComparePage } from "#app/components/comparing/compare-page.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "モデルをくらべる",
  description: "AIモデルどうしを、どれも学習に使っていない同じレースでくらべます。",
  back: "/models",
};
export const links = stylesheets(compareCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** `?m=1&m=2…` are the models, `base` is the one they are compared with. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const query = new URL(request.url).searchParams;
  const ids = query.getAll("m").map(readId);
  const modelIds = [...new Set(ids.filter((id) => id !== null))];
  const isKnown = ids.every((id) => id !== null);
  const compared = isKnown
    ? await context.services.models.compare({ user, modelIds, baseId: readId(query.get("base")) })
    : null;
  if (compared === null) throw new Response(null, { status: 404 });
  const html = renderParts({ compare: <ComparePage compared={compared} /> });
  return data({ html }, compared.kind === "too-many" ? 400 : 200);
}

export default function CompareModelsPage() {
  return <StaticHtml id="compare" html={useLoaderData<typeof loader>().html.compare} />;
}
