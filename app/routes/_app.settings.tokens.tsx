import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import settingsCss from "#app/components/accounts/settings.css?url";
import { Field } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Button } from "#app/components/parts/button.tsx";
import { formatDayCompact } from "#app/components/parts/numbers.ts";
import { DoneNote, Note, PageHead } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { API_TOKEN_NAME_MAX, API_TOKENS_MAX } from "#app/domain/accounts/api-token.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type TokenForm, tokenFormSchema } from "#app/forms/accounts/api-tokens.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "APIのトークン", back: "/settings" };
export { meta } from "#app/components/frame/page-meta.ts";
export const links = stylesheets(settingsCss);

const DONE = { revoked: "トークンを取り消しました" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  return { tokens: await context.services.apiTokens.listOwnTokens({ user }), done: doneWords(DONE, request) };
}

/** The response to a creation is the only page that shows the token. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: tokenFormSchema });
  if (submission.status !== "success") return data({ ...submission.reply(), token: null }, 400);
  const { name } = submission.value;
  const { apiTokens } = context.services;
  if (submission.value.do === "revoke") {
    await apiTokens.revokeToken({ user, name });
    return redirect("/settings/tokens?done=revoked", 303);
  }
  const result = await apiTokens.createToken({ user, name });
  if (result.kind === "created") return data({ ...submission.reply({ resetForm: true }), token: result.token });
  const refusal = refuseForm(submission, result, {
    "not-created": { status: 400, form: `同じ名前のトークンがあるか、${API_TOKENS_MAX}本に達しています` },
    "too-many": { status: 429, form: tooManyTries },
  });
  return data({ ...refusal.data, token: null }, refusal.init ?? 400);
}

export default function TokensPage() {
  const { tokens, done } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<TokenForm>({ id: "new-token", lastResult: answer });
  return (
    <div className="narrow">
      <PageHead title="APIのトークン" />
      {answer === undefined && <DoneNote>{done}</DoneNote>}
      {answer?.token != null && (
        <div role="status">
          <Note tone="turf">
            このトークンは、いまだけ表示します。控えてください。
            <br />
            <code>{answer.token}</code>
          </Note>
        </div>
      )}
      <p className="muted">
        表計算などから、あなたのモデル、分析、ランキングを読むためのものです。読むことだけができ、分析や変更はできません。1年で切れ、パスワードの変更とすべての端末のログアウトでも切れます。
        <a href="/api/docs">APIの説明</a>
      </p>
      {tokens.length > 0 && (
        <ul className="card list clip">
          {tokens.map(({ name, createdAt, expiresAt }) => (
            <li key={name} className="row wrap pad">
              <span className="grow">
                <b>{name}</b>
                <br />
                <small className="muted">
                  {formatDayCompact(japanDay(createdAt))} 作成　{formatDayCompact(japanDay(expiresAt))} まで
                </small>
              </span>
              <Form method="post">
                <input type="hidden" name="name" value={name} />
                <Button name="do" value="revoke">
                  取り消す<span className="sr">（{name}）</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form {...getFormProps(form)} className="card pad stack" method="post">
        <h2>トークンをつくる</h2>
        <FormErrors form={form} />
        <Field meta={fields.name} label="名前" autoComplete="off" maxLength={API_TOKEN_NAME_MAX} />
        <div className="btns">
          <Button tone="primary" name="do" value="create">
            つくる
          </Button>
        </div>
      </Form>
    </div>
  );
}
