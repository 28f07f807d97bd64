import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MailSent, TooManyCodes } from "#app/components/accounts/mail-sent.tsx";
import { MailedCodeForm } from "#app/components/accounts/mailed-code-form.tsx";
import { NewPasswordFields } from "#app/components/accounts/security-fields.tsx";
import { Field } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { BadLink } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { BUSY_WORDS, tooManyMails, tooManyTries } from "#app/components/waiting/wait-words.ts";
import {
  type NewPasswordForm,
  newPasswordFormSchema,
  type ResetEmailForm,
  resetEmailFormSchema,
} from "#app/forms/accounts/account-forms.server.ts";
import { countCodeTry, readMailedStep } from "#app/forms/accounts/mailed-codes.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "パスワードの再設定", isShort: true };

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = {
    ...(await readMailedStep(request, context.services.accounts.findResetEmail)),
    constraints: { email: getZodConstraint(resetEmailFormSchema), password: getZodConstraint(newPasswordFormSchema) },
  };
  return page.step === "bad-link" ? data(page, { status: 404 }) : page;
}

const PASSWORDS = ["password", "confirmPassword"];

export async function action({ context, request }: ActionFunctionArgs) {
  const sent = await readForm(request);
  if (!sent.has("uuid")) {
    const submission = parseWithZod(sent, { schema: resetEmailFormSchema });
    if (submission.status !== "success") return data(submission.reply(), 400);
    const result = await context.services.accounts.requestPasswordReset({
      email: submission.value.email,
      clientAddress: context.clientAddress,
    });
    if (result.kind === "accepted") return redirect("/resetPassword?sent=1", 303);
    return refuseForm(submission, result, { "too-many": { status: 429, form: tooManyMails } });
  }

  const submission = parseWithZod(sent, { schema: newPasswordFormSchema });
  if (submission.status !== "success") return data(submission.reply({ hideFields: PASSWORDS }), 400);
  const { uuid, email, password } = submission.value;
  const { accounts, auth } = context.services;
  const result = await countCodeTry(context, async () => {
    const used = await accounts.resetPassword({ code: uuid, password });
    if (used.kind === "changed" || used.reason !== "invalid-code") return used;
    // A repeated submission: if its password works, the first one has set it.
    const { clientAddress } = context;
    const again = email === undefined ? used : await auth.signIn({ email, password, clientAddress });
    if (again.kind === "refused") return used;
    if (again.kind === "signed-in") await auth.signOut({ token: again.token });
    return { kind: "changed" as const };
  });
  if (result.kind === "changed") {
    return redirect("/login?reset=1", { status: 303, headers: { "Set-Cookie": context.sessionCookie(null) } });
  }
  return refuseForm(
    submission,
    result,
    {
      // The loader runs next and reports the invalid code.
      "invalid-code": { status: 404, form: MESSAGES.resetFailed },
      "weak-password": { status: 400, fields: { password: MESSAGES.passwordGuessable } },
      busy: { status: 503, form: `${MESSAGES.resetFailed}。${BUSY_WORDS}` },
      "too-many": { status: 429, form: tooManyTries },
    },
    PASSWORDS,
  );
}

export default function ResetPasswordPage() {
  const page = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  // An invalid code has its own page.
  const errors = lastResult?.fields?.includes("uuid") ? lastResult.error?.[""] : undefined;
  if (page.step !== "open" && errors && !errors.includes(MESSAGES.resetFailed)) {
    return <TooManyCodes title="パスワードの再設定" text={errors} />;
  }
  switch (page.step) {
    case "bad-link":
      return <BadLink again={{ to: "/resetPassword", label: "もう一度メールを送る" }} />;
    case "sent":
      return (
        <MailSent
          title="メールを送りました"
          text="登録のあるアドレスなら、再設定のリンクが届きます。リンクの期限は30分です。"
          againTo="/resetPassword"
        />
      );
    case "email":
      return <EmailStep constraint={page.constraints.email} lastResult={lastResult} />;
    case "open":
      return (
        <NewPasswordStep
          code={page.code}
          email={page.email}
          constraint={page.constraints.password}
          lastResult={lastResult}
        />
      );
    default:
      return page satisfies never;
  }
}

interface StepProps {
  constraint: ReturnType<typeof getZodConstraint>;
  lastResult?: SubmissionResult;
}

function EmailStep(options: StepProps) {
  const [form, { email }] = useForm<ResetEmailForm>({ id: "reset", ...options });
  return (
    <div className="narrow">
      <h1>パスワードの再設定</h1>
      <form {...getFormProps(form)} className="card stack" action="/resetPassword" method="post">
        <FormErrors form={form} />
        <Field
          meta={email}
          label="メールアドレス"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint="再設定のリンクを送ります。"
        />
        <Button tone="primary" size="big" full>
          メールを送る
        </Button>
      </form>
    </div>
  );
}

function NewPasswordStep({ code, email, ...options }: StepProps & { code: string; email: string }) {
  const [form, fields] = useForm<NewPasswordForm>({
    id: "new-password",
    defaultValue: { uuid: code, email },
    ...options,
  });
  return (
    <div className="narrow">
      <h1>新しいパスワードを決める</h1>
      <MailedCodeForm form={form} uuid={fields.uuid} path="/resetPassword" code={code}>
        <Field meta={fields.email} label="メールアドレス" type="email" autoComplete="username" readOnly />
        <NewPasswordFields password={fields.password} confirmPassword={fields.confirmPassword} />
        <Button tone="primary" size="big" full>
          パスワードを変更する
        </Button>
      </MailedCodeForm>
    </div>
  );
}
