import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MailSent } from "#app/components/accounts/mail-sent.tsx";
import { TooManyCodes } from "#app/components/accounts/too-many-codes.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import { BadLink } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Field } from "#app/components/parts/field.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyMails, tooManyTries } from "#app/components/waiting/wait-words.ts";
import { countCodeTry } from "#app/forms/accounts/code-try.ts";
import { readMailedStep } from "#app/forms/accounts/mailed-step.ts";
import { newPasswordFormSchema, resetEmailFormSchema } from "#app/forms/accounts/reset-password.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { type FormRefusal, fieldErrors, typedValues } from "#app/forms/refusal.ts";

export const handle: PageHandle = { isShort: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "パスワードの再設定" });

/** Two steps: whose password, then (behind the mailed link) the new one. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = await readMailedStep(request, context.services.accounts.findResetEmail);
  return page.step === "bad-link" ? data(page, { status: 404 }) : page;
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  const refuse = (refusal: Omit<FormRefusal, "values">, init: ResponseInit) =>
    data<FormRefusal>({ ...refusal, values: typedValues(form, ["email"]) }, init);
  const fields = Object.fromEntries(form);

  const code = form.get("uuid");
  if (typeof code !== "string") {
    const parsed = resetEmailFormSchema.safeParse(fields);
    if (!parsed.success) return refuse({ errors: fieldErrors(parsed.error) }, { status: 400 });
    const result = await context.services.accounts.requestPasswordReset({
      email: parsed.data.email,
      clientAddress: context.clientAddress,
    });
    if (result.kind === "accepted") return redirect("/resetPassword?sent=1", 303);
    return refuse(
      { errors: {}, message: tooManyMails(result.retryAfterSeconds) },
      { status: 429, headers: { "Retry-After": String(result.retryAfterSeconds) } },
    );
  }

  const parsed = newPasswordFormSchema.safeParse(fields);
  if (!parsed.success) return refuse({ errors: fieldErrors(parsed.error) }, { status: 400 });
  const { password } = parsed.data;
  const { accounts, auth } = context.services;
  const result = await countCodeTry(context, async () => {
    const used = await accounts.resetPassword({ code, password });
    if (used.kind === "changed" || used.reason !== "invalid-code") return used;
    // A form sent twice (a double click): the first set the password, as the second can prove.
    const email = form.get("email");
    const { clientAddress } = context;
    const again = typeof email === "string" ? await auth.signIn({ email, password, clientAddress }) : used;
    if (again.kind !== "signed-in") return used;
    await auth.signOut({ token: again.token });
    return { kind: "changed" as const };
  });
  if (result.kind === "changed") {
    return redirect("/login?reset=1", { status: 303, headers: { "Set-Cookie": context.sessionCookie(null) } });
  }
  switch (result.reason) {
    case "weak-password":
      return refuse({ errors: { password: MESSAGES.passwordGuessable } }, { status: 400 });
    case "invalid-code":
      // With a code that went meanwhile, the loader shows the page of a bad link.
      return refuse({ errors: {}, message: MESSAGES.resetFailed }, { status: 404 });
    case "busy":
      return refuse({ errors: {}, message: `${MESSAGES.resetFailed}。${BUSY_WORDS}` }, { status: 503 });
    case "too-many": {
      const { retryAfterSeconds } = result;
      const headers = { "Retry-After": String(retryAfterSeconds) };
      const message = tooManyTries(retryAfterSeconds);
      return refuse({ errors: {}, message, retryAfterSeconds }, { status: 429, headers });
    }
    default:
      return result satisfies never;
  }
}

export default function ResetPasswordPage() {
  const page = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  if (page.step !== "open" && refusal?.retryAfterSeconds !== undefined) {
    return <TooManyCodes title="パスワードの再設定" text={refusal.message ?? ""} />;
  }
  if (page.step === "bad-link") return <BadLink again={{ to: "/resetPassword", label: "もう一度メールを送る" }} />;
  if (page.step === "sent") {
    return (
      <MailSent
        title="メールを送りました"
        text="登録のあるアドレスなら、再設定のリンクが届きます。リンクの期限は30分です。"
        againTo="/resetPassword"
      />
    );
  }
  if (page.step === "email") {
    return (
      <div className="narrow">
        <h1>パスワードの再設定</h1>
        <form className="card stack" action="/resetPassword" method="post" noValidate>
          {refusal?.message !== undefined && <Note tone="danger">{refusal.message}</Note>}
          <Field
            label="メールアドレス"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            defaultValue={refusal?.values.email}
            error={refusal?.errors.email}
            hint="再設定のリンクを送ります。"
          />
          <Button tone="primary" size="big" full>
            メールを送る
          </Button>
        </form>
      </div>
    );
  }
  return (
    <div className="narrow">
      <h1>新しいパスワードを決める</h1>
      <form
        className="card stack"
        action={`/resetPassword?uuid=${encodeURIComponent(page.code)}`}
        method="post"
        noValidate
      >
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
          label="新しいパスワード"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          error={refusal?.errors.password}
          hint="8文字以上"
        />
        <Field
          label="新しいパスワード（確認）"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
          error={refusal?.errors.confirmPassword}
        />
        <Button tone="primary" size="big" full>
          パスワードを変更する
        </Button>
      </form>
    </div>
  );
}
