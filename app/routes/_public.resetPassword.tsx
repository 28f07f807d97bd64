import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/brand.ts";
import { Button } from "#app/components/button.tsx";
import { BadLink } from "#app/components/error-pages.tsx";
import { Field } from "#app/components/field.tsx";
import { MailSent } from "#app/components/mail-sent.tsx";
import { Note } from "#app/components/parts.tsx";
import { BUSY_WORDS, tooManyMails } from "#app/components/wait-words.ts";
import { readMailedStep } from "#app/forms/mailed-step.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { type FormRefusal, fieldErrors, typedValues } from "#app/forms/refusal.ts";
import { newPasswordFormSchema, resetEmailFormSchema } from "#app/forms/reset-password.server.ts";

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
  const result = await context.services.accounts.resetPassword({ code, password: parsed.data.password });
  const done = () =>
    redirect("/login?reset=1", { status: 303, headers: { "Set-Cookie": context.sessionCookie(null) } });
  if (result.kind === "changed") return done();
  if (result.reason === "weak-password") {
    return refuse({ errors: { password: MESSAGES.passwordGuessable } }, { status: 400 });
  }
  if (result.reason === "invalid-code") {
    // A form sent twice (a double click): the first set the password, as the second can prove.
    const email = form.get("email");
    const { password } = parsed.data;
    const { clientAddress } = context;
    const { auth } = context.services;
    const again = typeof email === "string" ? await auth.signIn({ email, password, clientAddress }) : null;
    if (again?.kind === "signed-in") {
      await auth.signOut({ token: again.token });
      return done();
    }
    // With a code that went meanwhile, the loader shows the page of a bad link.
    return refuse({ errors: {}, message: MESSAGES.resetFailed }, { status: 404 });
  }
  return refuse({ errors: {}, message: `${MESSAGES.resetFailed}。${BUSY_WORDS}` }, { status: 503 });
}

export default function ResetPasswordPage() {
  const page = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
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
