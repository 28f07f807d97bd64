import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Field } from "#app/components/parts/field.tsx";
import { formatWait } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { loginFormSchema } from "#app/forms/accounts/login.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { type FormRefusal, fieldErrors, typedValues } from "#app/forms/refusal.ts";
import { safeReturnPath } from "#app/http/return-path.ts";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "ログイン" });

export const handle: PageHandle = { isShort: true, link: { to: "/signup", label: "新規登録" } };

const DONE: Partial<Record<string, string>> = {
  deleted: "退会の手続きが完了しました。ご利用ありがとうございました。",
  everywhere: "すべての端末からログアウトしました。",
};

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const done = query.get("done");
  return {
    to: safeReturnPath(query.get("to")),
    hasNewPassword: query.has("reset"),
    done: (done !== null && Object.hasOwn(DONE, done) ? DONE[done] : undefined) ?? null,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  const refuse = (refusal: Omit<FormRefusal, "values">, init: ResponseInit) =>
    data<FormRefusal>({ ...refusal, values: typedValues(form, ["email", "to"]) }, init);

  const parsed = loginFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuse({ errors: fieldErrors(parsed.error) }, { status: 400 });

  const result = await context.services.auth.signIn({ ...parsed.data, clientAddress: context.clientAddress });
  if (result.kind === "signed-in") {
    const to = form.get("to");
    const path = safeReturnPath(typeof to === "string" ? to : null) ?? "/home";
    const user = await context.services.auth.findSessionUser({ token: result.token });
    return redirect(user !== null && isRestricted(user.plan) ? withRestrictedDialog(path) : path, {
      status: 303,
      headers: { "Set-Cookie": context.sessionCookie(result.token) },
    });
  }
  if (result.reason === "wrong-credentials") {
    return refuse({ errors: {}, message: MESSAGES.wrongCredentials }, { status: 400 });
  }
  const message = `ログインの失敗が続いています。${formatWait(result.retryAfterSeconds)}ほどおいて、もう一度お試しください。`;
  return refuse({ errors: {}, message }, { status: 429, headers: { "Retry-After": String(result.retryAfterSeconds) } });
}

/** Once after the log-in, the page explains why the plan is restricted. */
function withRestrictedDialog(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, "http://site.invalid");
  searchParams.set("restricted", "1");
  return `${pathname}?${searchParams}${hash}`;
}

export default function LoginPage() {
  const { to, hasNewPassword, done } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const returnTo = refusal?.values.to ?? to;
  return (
    <div className="narrow">
      <h1>ログイン</h1>
      {hasNewPassword && <Note tone="turf">パスワードを変更しました。新しいパスワードでログインしてください。</Note>}
      {done !== null && (
        <div role="status">
          <Note tone="turf">{done}</Note>
        </div>
      )}
      <form className="card stack" action="/login" method="post" noValidate>
        {refusal?.message !== undefined && <Note tone="danger">{refusal.message}</Note>}
        {returnTo !== null && <input type="hidden" name="to" value={returnTo} />}
        <Field
          label="メールアドレス"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          defaultValue={refusal?.values.email}
          error={refusal?.errors.email}
        />
        <Field
          label="パスワード"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={refusal?.errors.password}
        />
        <Button tone="primary" size="big" full>
          ログイン
        </Button>
      </form>
      <div className="btns">
        <a className="btn text" href="/resetPassword">
          パスワードを忘れた
        </a>
        <a className="btn text" href="/signup">
          新規登録
        </a>
      </div>
    </div>
  );
}
