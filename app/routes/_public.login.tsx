import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CodeStepForm } from "#app/components/accounts/code-step-form.tsx";
import { Field, HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { tooManyLogIns, tooManyTries } from "#app/components/waiting/wait-words.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { type LoginForm as LoginFields, loginFormSchema, secondStepSchema } from "#app/forms/accounts/login.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm, userAgentOf } from "#app/http/request-reading.ts";
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
    constraint: getZodConstraint(loginFormSchema),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const sent = await readForm(request);
  if (sent.has("ticket")) return confirmLogin({ context, request }, sent);
  const submission = parseWithZod(sent, { schema: loginFormSchema });
  const hideFields = ["password"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);

  const { email, password, to } = submission.value;
  const { clientAddress } = context;
  const result = await context.services.auth.signIn({
    email,
    password,
    clientAddress,
    userAgent: userAgentOf(request),
  });
  if (result.kind === "signed-in") return enter(context, { token: result.token, to });
  if (result.kind === "second-factor") return data<CodeStep>({ ticket: result.ticket, to: to ?? null });
  return refuseForm(
    submission,
    result,
    {
      "wrong-credentials": { status: 400, form: MESSAGES.wrongCredentials },
      "wrong-code": { status: 400, form: MESSAGES.wrongCode },
      "too-many": { status: 429, form: tooManyLogIns },
    },
    hideFields,
  );
}

/** The password was right: the page asks for the code of the second factor. */
interface CodeStep {
  ticket: string;
  to: string | null;
  error?: string;
}

/** The second step, of accounts with a second factor. */
async function confirmLogin({ context, request }: Pick<ActionFunctionArgs, "context" | "request">, sent: FormData) {
  const input = secondStepSchema.safeParse(Object.fromEntries(sent));
  const step = { ticket: String(sent.get("ticket")), to: safeReturnPath(String(sent.get("to") ?? "")) };
  if (!input.success) return data<CodeStep>({ ...step, error: MESSAGES.wrongCode }, 400);
  const { ticket, code } = input.data;
  const result = await context.services.auth.confirmSignIn({ ticket, code, userAgent: userAgentOf(request) });
  if (result.kind === "signed-in") return enter(context, { token: result.token, to: step.to ?? undefined });
  if (result.reason === "too-many") {
    const headers = { "Retry-After": String(result.retryAfterSeconds) };
    return data<CodeStep>({ ...step, error: tooManyTries(result.retryAfterSeconds) }, { status: 429, headers });
  }
  if (result.reason === "late") return data({ late: true }, 400);
  return data<CodeStep>({ ...step, error: MESSAGES.wrongCode }, 400);
}

async function enter(
  context: ActionFunctionArgs["context"],
  { token, to }: { token: string; to: string | undefined },
): Promise<Response> {
  const path = safeReturnPath(to ?? null) ?? "/home";
  const user = await context.services.auth.findSessionUser({ token });
  return redirect(user !== null && isRestricted(user.plan) ? withRestrictedDialog(path) : path, {
    status: 303,
    headers: { "Set-Cookie": context.sessionCookie(token) },
  });
}

/** Opens the dialog that explains a restricted plan, once after the log-in. */
function withRestrictedDialog(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, "http://site.invalid");
  searchParams.set("restricted", "1");
  return `${pathname}?${searchParams}${hash}`;
}

export default function LoginPage() {
  const answer = useActionData<SubmissionResult<string[]> | CodeStep | { late: true }>();
  if (answer !== undefined && "ticket" in answer) return <CodeStepForm {...answer} />;
  const isLate = answer !== undefined && "late" in answer;
  return <LoginForm isLate={isLate} lastResult={isLate ? undefined : answer} />;
}

function LoginForm({ isLate, lastResult }: { isLate: boolean; lastResult: SubmissionResult<string[]> | undefined }) {
  const { to, hasNewPassword, done, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<LoginFields>({
    id: "login",
    lastResult,
    constraint,
    defaultValue: { to },
  });
  return (
    <div className="narrow">
      <h1>ログイン</h1>
      {isLate && <Note tone="danger">時間が過ぎたか、パスワードが変わりました。もう一度ログインしてください。</Note>}
      {hasNewPassword && <Note tone="turf">パスワードを変更しました。新しいパスワードでログインしてください。</Note>}
      {done !== null && (
        <div role="status">
          <Note tone="turf">{done}</Note>
        </div>
      )}
      <form {...getFormProps(form)} className="card stack" action="/login" method="post">
        <FormErrors form={form} />
        {fields.to.initialValue !== undefined && <HiddenField meta={fields.to} />}
        <Field meta={fields.email} label="メールアドレス" type="email" autoComplete="username" inputMode="email" />
        <Field meta={fields.password} label="パスワード" type="password" autoComplete="current-password" />
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
