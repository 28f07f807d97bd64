import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import compareCss from "#app/components/comparing/compare.css?url";
import { ComparePage } from "#app/components/comparing/compare-page.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "モデルをくらべる", back: "/models" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: compareCss }];
export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "モデルをくらべる",
    description: "AIモデルどうしを、どれも学習に使っていない同じレースでくらべます。",
  });

/** `?m=1&m=2…` are the models, `base` the one that the others are compared with. */
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
  const drawn = { compare: renderToStaticMarkup(<ComparePage compared={compared} />) };
  return data({ drawn }, compared.kind === "too-many" ? 400 : 200);
}

export default function CompareModelsPage() {
  return <Drawn id="compare" html={useLoaderData<typeof loader>().drawn.compare} />;
}
