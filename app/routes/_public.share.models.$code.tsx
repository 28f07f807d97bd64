import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { pageMeta } from "#app/components/frame/page-meta.ts";
import { PublicModelPage } from "#app/components/public-models/public-model-page.tsx";
import shareModelCss from "#app/components/public-models/share-model.css?url";

export const handle: PageHandle = {
  link: { to: "/signup", label: "新規登録" },
  ...(import.meta.env.SSR && { stylesheet: () => shareModelCss }),
};

export const meta: MetaFunction<typeof loader> = (args) =>
  args.data === undefined
    ? pageMeta(args, { title: MISSING_TITLE })
    : pageMeta(args, {
        title: `${args.data.model.modelName}の成績`,
        description: `${args.data.model.userName}さんのAIモデル「${args.data.model.modelName}」が発走前に出した予測の、外れもふくむ全部の成績です。`,
      });

/** Unknown, private and deleted models have the same 404. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const model = await context.services.models.readPublic({ code: params.code ?? "" });
  if (model === null) throw new Response(null, { status: 404 });
  return { model };
}

export default function SharedModelPage() {
  return <PublicModelPage model={useLoaderData<typeof loader>().model} />;
}
