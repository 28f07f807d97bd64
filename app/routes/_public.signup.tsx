import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailForm } from "#app/components/accounts/email-form.tsx";
import { MailSent } from "#app/components/accounts/mail-sent.tsx";
import { TooManyCodes } from "#app/components/accounts/too-many-codes.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import { BadLink } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Checkbox, Field } from "#app/components/parts/field.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import { PROFILE_TEXT_MAX } from "#app/domain/profile.ts";
import { countCodeTry } from "#app/forms/accounts/code-try.ts";
import { readMailedStep } from "#app/forms/accounts/mailed-step.ts";
import { signUpFormSchema } from "#app/forms/accounts/sign-up.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { type FormRefusal, fieldErrors, typedValues } from "#app/forms/refusal.ts";

export const handle: PageHandle = { isShort: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "新規登録" });

/** Without a code the e-mail form, with a good one the second step. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = await readMailedStep(request, context.services.accounts.findSignUpEmail);
  return page.step === "bad-link" ? data(page, { status: 404 }) : page;
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  const refuse = (refusal: Omit<FormRefusal, "values">, status: number, headers: HeadersInit = {}) =>
    data<FormRefusal>({ ...refusal, values: typedValues(form, ["name", "terms"]) }, { status, headers });

  const parsed = signUpFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuse({ errors: fieldErrors(parsed.error) }, 400);

  const code = form.get("uuid");
  const { name, password } = parsed.data;
  const { accounts, auth } = context.services;
  const result = await countCodeTry(context, async () => {
    const used = await accounts.signUp({
      code: typeof code === "string" ? code : "",
      name,
      password,
      referer: request.headers.get("Referer") ?? "",
      userAgent: request.headers.get("User-Agent") ?? "",
    });
    if (used.kind === "created" || used.reason !== "invalid-code") return used;
    // A form sent twice (a double click): the first made the account, which the second proves to be its own.
    const email = form.get("email");
    const { clientAddress } = context;
    const again = typeof email === "string" ? await auth.signIn({ email, password, clientAddress }) : used;
    return again.kind === "signed-in" ? again : used;
  });
  if (result.kind !== "refused") {
    const headers = { "Set-Cookie": context.sessionCookie(result.token) };
    return redirect("/signup/welcome", { status: 303, headers });
  }
  switch (result.reason) {
    case "invalid-code":
      // The code went while the form was open; the loader, which runs next, shows the page of a bad link.
      return refuse({ errors: {}, message: MESSAGES.signUpFailed }, 404);
    case "weak-password":
      return refuse({ errors: { password: MESSAGES.passwordGuessable } }, 400);
    case "busy":
      return refuse({ errors: {}, message: `${MESSAGES.signUpFailed}。${BUSY_WORDS}` }, 503);
    case "too-many": {
      const { retryAfterSeconds } = result;
      const headers = { "Retry-After": String(retryAfterSeconds) };
      return refuse({ errors: {}, message: tooManyTries(retryAfterSeconds), retryAfterSeconds }, 429, headers);
    }
    default:
      return result satisfies never;
  }
}

export default function SignUpPage() {
  const page = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  if (page.step !== "open" && refusal?.retryAfterSeconds !== undefined) {
    return <TooManyCodes title="新規登録" text={refusal.message ?? ""} />;
  }
  if (page.step === "bad-link") return <BadLink again={{ to: "/signup", label: "もう一度メールを送る" }} />;
  if (page.step === "sent") {
    return (
      <MailSent
        title="仮登録のメールを送りました"
        text="メールのリンクを開き、登録を完了してください。リンクの期限は24時間です。"
        againTo="/signup"
      />
    );
  }
  if (page.step === "email") {
    return (
      <div className="narrow">
        <h1>新規登録</h1>
        <EmailForm name="email" attribution="" />
      </div>
    );
  }
  return (
    <div className="narrow">
      <h1>名前とパスワードを決める</h1>
      <form className="card stack" action={`/signup?uuid=${encodeURIComponent(page.code)}`} method="post" noValidate>
        {refusal?.message !== undefined && <Note tone="danger">{refusal.message}</Note>}
        <input type="hidden" name="uuid" value={page.code} />
        <Field
          label="メールアドレス"
          name="email"
          type="email"
          autoComplete="username"
          readOnly
          defaultValue={page.email}
        />
        <Field
          label="ユーザー名"
          name="name"
          autoComplete="nickname"
          required
          maxLength={PROFILE_TEXT_MAX.name}
          defaultValue={refusal?.values.name}
          error={refusal?.errors.name}
          hint="ランキングなどで公開されます。半角英数字をおすすめします。"
        />
        <Field
          label="パスワード"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          error={refusal?.errors.password}
          hint="8文字以上"
        />
        <Checkbox name="terms" required defaultChecked={refusal?.values.terms === "on"} error={refusal?.errors.terms}>
          <a href="/terms">利用規約</a>に同意します
        </Checkbox>
        <Button tone="primary" size="big" full>
          登録する
        </Button>
      </form>
    </div>
  );
}
