import { type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailForm } from "#app/components/accounts/email-form.tsx";
import { MailSent, TooManyCodes } from "#app/components/accounts/mail-sent.tsx";
import { MailedCodeForm } from "#app/components/accounts/mailed-code-form.tsx";
import { Checkbox, Field } from "#app/components/fields/field.tsx";
import { BadLink } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import { PROFILE_TEXT_MAX } from "#app/domain/accounts/profile.ts";
import { emailFormSchema, type SignUpForm, signUpFormSchema } from "#app/forms/accounts/account-forms.server.ts";
import { countCodeTry, readMailedStep } from "#app/forms/accounts/mailed-codes.ts";
import { MESSAGES, NAME_HINT, PASSWORD_HINT } from "#app/forms/messages.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "新規登録", isShort: true };

export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = {
    ...(await readMailedStep(request, context.services.accounts.findSignUpEmail)),
    constraints: { email: getZodConstraint(emailFormSchema), signUp: getZodConstraint(signUpFormSchema) },
  };
  return page.step === "bad-link" ? data(page, { status: 404 }) : page;
}

export async function action({ context, request }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: signUpFormSchema });
  const hideFields = ["password"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);

  const { uuid, email, name, password } = submission.value;
  const { accounts, auth } = context.services;
  const result = await countCodeTry(context, async () => {
    const used = await accounts.signUp({
      code: uuid,
      name,
      password,
      referer: request.headers.get("Referer") ?? "",
      userAgent: request.headers.get("User-Agent") ?? "",
      replaces: context.sessionToken(request),
    });
    if (used.kind === "created" || used.reason !== "invalid-code") return used;
    // A repeated submission: if its password works, the first one has created the account.
    const { clientAddress } = context;
    const again = email === undefined ? used : await auth.signIn({ email, password, clientAddress });
    return again.kind === "signed-in" ? again : used;
  });
  if (result.kind !== "refused") {
    const headers = { "Set-Cookie": context.sessionCookie(result.token) };
    return redirect("/signup/welcome", { status: 303, headers });
  }
  return refuseForm(
    submission,
    result,
    {
      // The code expired or was used meanwhile. The loader runs next and reports the invalid link.
      "invalid-code": { status: 404, form: MESSAGES.signUpFailed },
      "weak-password": { status: 400, fields: { password: MESSAGES.passwordGuessable } },
      "reserved-name": { status: 400, fields: { name: MESSAGES.nameReserved } },
      busy: { status: 503, form: `${MESSAGES.signUpFailed}。${BUSY_WORDS}` },
      "too-many": { status: 429, form: tooManyTries },
    },
    hideFields,
  );
}

export default function SignUpPage() {
  const page = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  // An invalid code has its own page.
  const errors = lastResult?.error?.[""];
  if (page.step !== "open" && errors && !errors.includes(MESSAGES.signUpFailed)) {
    return <TooManyCodes title="新規登録" text={errors} />;
  }
  switch (page.step) {
    case "bad-link":
      return <BadLink again={{ to: "/signup", label: "もう一度メールを送る" }} />;
    case "sent":
      return (
        <MailSent
          title="仮登録のメールを送りました"
          text="メールのリンクを開き、登録を完了してください。リンクの期限は24時間です。"
          againTo="/signup"
        />
      );
    case "email":
      return (
        <div className="narrow">
          <h1>新規登録</h1>
          <EmailForm name="email" attribution="" constraint={page.constraints.email} />
        </div>
      );
    case "open":
      return (
        <SignUpStep code={page.code} email={page.email} constraint={page.constraints.signUp} lastResult={lastResult} />
      );
    default:
      return page satisfies never;
  }
}

function SignUpStep({
  code,
  email,
  ...options
}: {
  code: string;
  email: string;
  constraint: ReturnType<typeof getZodConstraint>;
  lastResult?: SubmissionResult;
}) {
  const [form, fields] = useForm<SignUpForm>({ id: "sign-up", defaultValue: { uuid: code, email }, ...options });
  return (
    <div className="narrow">
      <h1>名前とパスワードを決める</h1>
      <MailedCodeForm form={form} uuid={fields.uuid} path="/signup" code={code}>
        <Field meta={fields.email} label="メールアドレス" type="email" autoComplete="username" readOnly />
        <Field
          meta={fields.name}
          label="ユーザー名"
          autoComplete="nickname"
          maxLength={PROFILE_TEXT_MAX.name}
          hint={NAME_HINT}
        />
        <Field
          meta={fields.password}
          label="パスワード"
          type="password"
          autoComplete="new-password"
          minLength={8}
          hint={PASSWORD_HINT}
        />
        <Checkbox meta={fields.terms}>
          <a href="/terms">利用規約</a>に同意します
        </Checkbox>
        <Button tone="primary" size="big" full>
          登録する
        </Button>
      </MailedCodeForm>
    </div>
  );
}
