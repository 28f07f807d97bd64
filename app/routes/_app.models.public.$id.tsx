import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { publicModelPath } from "#app/components/sharing/shared-path.ts";
import { publicationSchema } from "#app/forms/models/model-forms.server.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "成績の公開",
  description: "AIモデルの成績を、だれでも見られるページにするかどうかです。",
  back: "/models",
};

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  const found = modelId === null ? null : await context.services.models.readPublication({ user, modelId });
  if (found === null) throw new Response(null, { status: 404 });
  return { modelId, ...found };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  if (modelId === null) throw new Response(null, { status: 404 });
  const submission = parseWithZod(await readForm(request), { schema: publicationSchema });
  if (submission.status !== "success") throw new Response(null, { status: 400 });
  const result = await context.services.models.publish({ user, modelId, ...submission.value });
  if (result.kind === "refused") throw new Response(null, { status: 404 });
  return redirect(`/models/public/${modelId}`);
}

const STATES = {
  none: "成績は公開していません",
  count: "成績を公開しています",
  choice: "成績と、選んだ項目を公開しています",
};

const CHOICES = [
  { publication: "count", label: "成績を公開する" },
  { publication: "choice", label: "選んだ項目も公開する" },
  { publication: "none", label: "公開をやめる" },
] as const;

export default function PublicationPage() {
  const { modelId, publication, code } = useLoaderData<typeof loader>();
  return (
    <section className="card pad stack">
      <h2 className="lead">{STATES[publication]}</h2>
      {publication !== "none" && (
        <p className="t14">
          <a className="tapl" href={publicModelPath(code)}>
            公開中のページを見る
          </a>
        </p>
      )}
      <p className="t14 muted">
        モデルの名前、あなたのユーザー名、項目の数、成績、今日の◎（発走後だけ）を、だれでも見られます。
      </p>
      <Note>外れたレースも、削除した分析も成績に入ります。公開をやめてまた始めても、数字は同じです。</Note>
      <Form method="post" className="btns">
        {CHOICES.filter((choice) => choice.publication !== publication).map((choice) => (
          <Button key={choice.publication} name="publication" value={choice.publication}>
            {choice.label}
          </Button>
        ))}
        <a className="btn text" href={`/models/${modelId}`}>
          モデルへ戻る
        </a>
      </Form>
    </section>
  );
}
