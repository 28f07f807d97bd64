import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { NO_STAKES, NOT_ELIGIBLE, TOO_MANY_LEAGUES } from "#app/components/leagues/league-words.ts";
import { ModelSelect } from "#app/components/leagues/model-select.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { formatDayNear } from "#app/components/parts/numbers.ts";
import { EmptyState, PageHead } from "#app/components/parts/parts.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { LEAGUE_MEMBERS } from "#app/domain/leagues/league.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { joinSchema } from "#app/forms/leagues/leagues.server.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "リーグへの招待", back: "/leagues" };
export { meta } from "#app/components/frame/page-meta.ts";

const OVER = "この招待は使えません。期限が切れたか、取り消されています。";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const found = await context.services.leagues.readInvitation({ user, token: params.token ?? "" });
  if (found === null) throw new Response(null, { status: 404 });
  const { name, hostName, members, weeks, firstDay } = found.league;
  return {
    ...{ name, hostName, members, weeks, eligible: found.eligible },
    begin: formatDayNear(firstDay, japanDay(context.now())),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: joinSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { model: modelId } = submission.value;
  const result = await context.services.leagues.join({ user, token: params.token ?? "", modelId });
  if (result.kind === "joined") return redirect(`/leagues/${result.id}`, 303);
  return refuseForm(submission, result, {
    "not-found": { status: 404, form: OVER },
    full: { status: 400, form: `このリーグは${LEAGUE_MEMBERS.max}人に達しています` },
    left: { status: 400, form: "抜けたリーグには戻れません" },
    "no-model": { status: 400, fields: { model: NOT_ELIGIBLE } },
    "too-many-leagues": { status: 400, form: TOO_MANY_LEAGUES },
    "too-many": { status: 429, form: tooManyTries },
  });
}

export default function JoinPage() {
  const { name, hostName, members, weeks, begin, eligible } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof joinSchema>>({ id: "join", lastResult });
  return (
    <div className="narrow">
      <PageHead title={`「${name}」への招待`} />
      <p className="muted">
        {hostName}さんからの招待です。{begin}から{weeks}週、いま{members}
        人。参加すると、あなたの名前とモデルの名前・成績が、リーグの仲間に見えます。
        {NO_STAKES}
      </p>
      {eligible.length === 0 ? (
        <EmptyState action={{ to: "/models/create", label: "モデルをつくる" }}>
          参加には、中央のモデルが1つ要ります。できたら、このリンクをもう一度開いてください。
        </EmptyState>
      ) : (
        <Form {...getFormProps(form)} className="card pad stack" method="post">
          <FormErrors form={form} />
          <ModelSelect meta={fields.model} models={eligible} />
          <div className="btns">
            <Button tone="primary">参加する</Button>
          </div>
        </Form>
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage({
  text: "招待を読み込めませんでした",
  again: "",
  missing: { text: OVER, link: { to: "/leagues", label: "リーグの一覧" } },
});
