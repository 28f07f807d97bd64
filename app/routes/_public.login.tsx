import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CodeStepForm } from "#app/components/accounts/code-step-form.tsx";
import { Field, HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { tooManyLogIns, tooManyTries } from "#app/components/waiting/wait-words.ts";
import type { PasskeyRequest } from "#app/domain/accounts/passkeys.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import {
  type LoginForm as LoginFields,
  loginFormSchema,
  passkeyStepSchema,
  secondStepSchema,
} from "#app/forms/accounts/account-forms.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm, userAgentOf } from "#app/http/request-reading.ts";
import { safeReturnPath } from "#app/http/return-path.ts";

export { meta } from "#app/components/frame/page-meta.ts";

export const handle: PageHandle = { title: "ログイン", isShort: true, link: { to: "/signup", label: "新規登録" } };

const LATE = "時間が過ぎたか、パスワードが変わりました。もう一度ログインしてください。";

const DONE: Partial<Record<string, string>> = {
  deleted: "退会の手続きが完了しました。ご利用ありがとうございました。",
  everywhere: "すべての端末からログアウトしました。",
};

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return {
    to: safeReturnPath(query.get("to")),
    hasNewPassword: query.has("reset"),
    done: doneWords(DONE, request),
    constraints: { login: getZodConstraint(loginFormSchema), code: getZodConstraint(secondStepSchema) },
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const sent = await readForm(request);
  if (sent.has("ticket")) return secondStep({ context, request }, sent);
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
    replaces: context.sessionToken(request),
  });
  if (result.kind === "signed-in") return enter(context, { token: result.token, to });
  // Not a refusal: the page shows the fields of the second step.
  if (result.kind === "second-factor")
    return renewChallenge(context, result, data({ initialValue: { ticket: result.ticket, ...(to && { to }) } }));
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

type Answer = SubmissionResult<string[]>;
/** The passkey request of the second step; null if the account has no passkeys. */
type StepAnswer = Answer & { passkey?: PasskeyRequest | null };

async function secondStep(args: Pick<ActionFunctionArgs, "context" | "request">, sent: FormData) {
  const answer = await (sent.get("way") === "passkey" ? confirmByPasskey(args, sent) : confirmByCode(args, sent));
  return answer instanceof Response
    ? answer
    : renewChallenge(args.context, { ticket: String(sent.get("ticket")) }, answer);
}

/** A challenge is valid once, so each answer of the second step creates a new one. */
async function renewChallenge(
  { services }: ActionFunctionArgs["context"],
  { ticket }: { ticket: string },
  { data: answer, init }: ReturnType<typeof data<Answer>>,
) {
  return data<StepAnswer>(
    { ...answer, passkey: await services.auth.beginPasskeySignIn({ ticket }) },
    init ?? undefined,
  );
}

async function confirmByPasskey({ context, request }: Pick<ActionFunctionArgs, "context" | "request">, sent: FormData) {
  const submission = parseWithZod(sent, { schema: passkeyStepSchema });
  const hideFields = ["answer"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const { ticket, answer, to } = submission.value;
  const result = await context.services.auth.confirmSignInByPasskey({
    ...{ ticket, answer, userAgent: userAgentOf(request), replaces: context.sessionToken(request) },
  });
  if (result.kind === "signed-in") return enter(context, { token: result.token, to });
  return refuseForm(
    submission,
    result,
    {
      late: { status: 400, form: LATE },
      "wrong-passkey": { status: 400, form: MESSAGES.wrongPasskey },
      "too-many": { status: 429, form: tooManyTries },
    },
    result.reason === "late" ? ["ticket", "answer"] : hideFields,
  );
}

async function confirmByCode({ context, request }: Pick<ActionFunctionArgs, "context" | "request">, sent: FormData) {
  const submission = parseWithZod(sent, { schema: secondStepSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { ticket, code, to } = submission.value;
  const result = await context.services.auth.confirmSignIn({
    ...{ ticket, code, userAgent: userAgentOf(request), replaces: context.sessionToken(request) },
  });
  if (result.kind === "signed-in") return enter(context, { token: result.token, to });
  return refuseForm(
    submission,
    result,
    {
      late: { status: 400, form: LATE },
      "wrong-code": { status: 400, fields: { code: MESSAGES.wrongCode } },
      "too-many": { status: 429, form: tooManyTries },
    },
    // Without a ticket the page shows the first step again.
    result.reason === "late" ? ["ticket", "code"] : [],
  );
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

/** The dialog opens once after the log-in. */
function withRestrictedDialog(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, "http://site.invalid");
  searchParams.set("restricted", "1");
  return `${pathname}?${searchParams}${hash}`;
}

export default function LoginPage() {
  const lastResult = useActionData<StepAnswer>();
  const { constraints } = useLoaderData<typeof loader>();
  const isSecondStep = lastResult?.initialValue?.ticket !== undefined;
  return isSecondStep ? (
    <CodeStepForm lastResult={lastResult} constraint={constraints.code} passkey={lastResult.passkey ?? null} />
  ) : (
    <LoginForm lastResult={lastResult} />
  );
}

function LoginForm({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const { to, hasNewPassword, done, constraints } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<LoginFields>({
    id: "login",
    lastResult,
    constraint: constraints.login,
    defaultValue: { to },
  });
  return (
    <div className="narrow">
      <h1>ログイン</h1>
      {hasNewPassword && <Note tone="turf">パスワードを変更しました。新しいパスワードでログインしてください。</Note>}
      <DoneNote>{done}</DoneNote>
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
