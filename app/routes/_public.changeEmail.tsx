import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TooManyCodes } from "#app/components/accounts/mail-sent.tsx";
import { MailedCodeForm } from "#app/components/accounts/mailed-code-form.tsx";
import { ShownField } from "#app/components/fields/field.tsx";
import { BadLink } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { type EmailChangeForm, emailChangeFormSchema } from "#app/forms/accounts/account-forms.server.ts";
import { countCodeTry } from "#app/forms/accounts/code-try.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "メールアドレスの変更",
  isShort: true,
  link: { to: "/home", label: "ホーム" },
};
export { meta } from "#app/components/frame/page-meta.ts";

/** Opening the mailed link changes nothing, because mail scanners open links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const code = query.get("uuid");
  if (code === null && query.has("done")) return { step: "done" as const };
  const found = code === null ? null : await context.services.accounts.findNewEmail({ code });
  if (code === null || found === null) return data({ step: "bad-link" as const }, { status: 404 });
  return { step: "open" as const, code, email: found.email };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: emailChangeFormSchema });
  const code = submission.status === "success" ? submission.value.uuid : "";
  const result = await countCodeTry(context, () => context.services.accounts.changeEmail({ code }));
  if (result.kind === "changed") return redirect("/changeEmail?done=1", 303);
  if (result.reason === "too-many") {
    return refuseForm(submission, result, { "too-many": { status: 429, form: tooManyTries } });
  }
  // The loader runs next and reports the invalid link.
  return data(null, { status: 404 });
}

export default function ChangeEmailPage() {
  const page = useLoaderData<typeof loader>();
  const [form, fields] = useForm<EmailChangeForm>({
    id: "change-email",
    lastResult: useActionData<typeof action>(),
    defaultValue: { uuid: page.step === "open" ? page.code : "" },
  });
  if (page.step === "bad-link") {
    if (form.errors !== undefined) return <TooManyCodes title="メールアドレスの変更" text={form.errors} />;
    return <BadLink again={{ to: "/settings", label: "もう一度変更を申し込む" }} />;
  }
  if (page.step === "done") {
    return (
      <div className="narrow">
        <h1>メールアドレスの変更</h1>
        <DoneNote>メールアドレスを変更しました。次回から新しいアドレスでログインしてください。</DoneNote>
        <div className="btns">
          <a className="btn primary" href="/home">
            ホームへ
          </a>
        </div>
      </div>
    );
  }
  return (
    <div className="narrow">
      <h1>メールアドレスの変更</h1>
      <MailedCodeForm form={form} uuid={fields.uuid} path="/changeEmail" code={page.code}>
        <ShownField label="新しいメールアドレス" type="email" defaultValue={page.email} />
        <Button tone="primary" size="big" full>
          このアドレスに変更する
        </Button>
      </MailedCodeForm>
    </div>
  );
}
