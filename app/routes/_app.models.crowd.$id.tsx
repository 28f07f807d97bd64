import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { crowdChoiceSchema } from "#app/forms/models/model-forms.server.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "みんなのAIへの参加",
  description: "自分のAIモデルをみんなのAIに入れるかどうかです。",
  back: "/models",
};

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  const isKeptOut = modelId === null ? null : await context.services.crowd.isKeptOut({ user, modelId });
  if (isKeptOut === null) throw new Response(null, { status: 404 });
  return { modelId, isKeptOut };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  if (modelId === null) throw new Response(null, { status: 404 });
  const submission = parseWithZod(await readForm(request), { schema: crowdChoiceSchema });
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const result = await context.services.crowd.keepOut({ user, modelId, isKeptOut: submission.value.out });
  if (result.kind === "refused") throw new Response(null, { status: 404 });
  return redirect(`/models/crowd/${modelId}`);
}

export default function CrowdMembershipPage() {
  const { modelId, isKeptOut } = useLoaderData<typeof loader>();
  return (
    <section className="card pad stack">
      <h2 className="lead">
        {isKeptOut ? "このモデルは、みんなのAIに入りません" : "このモデルは、みんなのAIに入ります"}
      </h2>
      <p className="t14 muted">
        みんなのAIは、年間ランキングの対象になったモデルの確率を平均した予測です。どのモデルがどの馬を選んだかは、だれにも見えません。変更は次に記録するレースからです。
      </p>
      <Form method="post" className="btns">
        <Button type="submit" name="out" value={isKeptOut ? "0" : "1"}>
          {isKeptOut ? "みんなのAIに入れる" : "みんなのAIに入れない"}
        </Button>
        <a className="btn" href={`/models/${modelId}`}>
          モデルへ戻る
        </a>
      </Form>
    </section>
  );
}
