import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { CodeField } from "#app/components/accounts/security-fields.tsx";
import { Checkbox, Field, ShownField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Note, PageHead } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import { DELETED_MODEL_NAME, DELETED_USER_NAME } from "#app/domain/accounts/profile.ts";
import { type AccountDeletionForm, accountDeletionFormSchema } from "#app/forms/accounts/account-forms.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "退会", back: "/settings" };
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, plan, hasSecondFactor } = await context.requireUser(request);
  return {
    ...{ email, hasSecondFactor },
    hasContract: plan >= 2 && plan <= 99,
    constraint: getZodConstraint(accountDeletionFormSchema),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const toLogIn = () =>
    redirect("/login?done=deleted", { status: 303, headers: { "Set-Cookie": context.sessionCookie(null) } });
  // A repeated submission: the first one deleted the account and its session.
  const token = context.sessionToken(request);
  if (token !== null && (await context.services.auth.isOfDeletedUser({ token }))) return toLogIn();
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: accountDeletionFormSchema });
  const hideFields = ["password"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const { password, code } = submission.value;
  const result = await context.services.accounts.deleteAccount({ user, password, code });
  if (result.kind === "deleted") return toLogIn();
  return refuseForm(
    submission,
    result,
    {
      "wrong-password": { status: 400, fields: { password: MESSAGES.wrongPassword } },
      "no-code": { status: 400, fields: { code: MESSAGES.required } },
      "wrong-code": { status: 400, fields: { code: MESSAGES.wrongCode } },
      busy: { status: 503, form: BUSY_WORDS },
      "billing-unavailable": {
        status: 503,
        form: "プランの契約を終了できないため、退会できませんでした。しばらくしてからお試しください。",
      },
      "too-many": { status: 429, form: tooManyTries },
    },
    hideFields,
  );
}

export default function DeleteAccountPage() {
  const { email, hasSecondFactor, hasContract, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<AccountDeletionForm>({
    id: "delete-account",
    lastResult: useActionData<typeof action>(),
    constraint,
  });
  return (
    <div className="narrow">
      <PageHead title="退会すると元に戻せません" />
      <div className="card pad stack">
        <p>
          名前、メールアドレス、プロフィール、AIモデル、分析結果と削除した分析の記録、利用回数は削除され、すべての端末からログアウトします。共有したページも見られなくなります。
        </p>
        <p>
          過去のランキングの成績は残り、名前は「{DELETED_USER_NAME}」、モデルの名前は「{DELETED_MODEL_NAME}
          」と表示されます。プランの履歴と支払いの記録は、個人を示さない番号だけで残ります。
        </p>
        {hasContract && (
          <Note tone="warn">
            退会すると、現在のプランの契約もすぐに終わります。以後の請求はなく、残り日数分と充当額の返金もありません。
          </Note>
        )}
        <p>
          必要なデータは、先に<a href="/settings/export">ダウンロード</a>してください。
        </p>
      </div>
      <Form
        {...getFormProps(form)}
        className="card pad stack loose"
        method="post"
        action="/settings/delete"
        reloadDocument
      >
        <FormErrors form={form} />
        <ShownField label="メールアドレス" type="email" autoComplete="username" defaultValue={email} />
        <Field meta={fields.password} label="パスワード" type="password" autoComplete="current-password" />
        {hasSecondFactor && <CodeField meta={fields.code} />}
        <Checkbox meta={fields.understood}>削除される内容を理解しました</Checkbox>
        <div className="btns">
          <LinkButton to="/settings">やめる</LinkButton>
          <Button tone="danger">退会する</Button>
        </div>
      </Form>
    </div>
  );
}
