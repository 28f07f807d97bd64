import type { SubmissionResult } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type BegunPasskey, Passkeys } from "#app/components/accounts/passkeys.tsx";
import { PasswordChange } from "#app/components/accounts/password-change.tsx";
import { SecondFactor } from "#app/components/accounts/second-factor.tsx";
import { SessionList } from "#app/components/accounts/session-list.tsx";
import settingsCss from "#app/components/accounts/settings.css?url";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { DoneNote, PageHead } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { type SecurityChange, securityFormSchema, securityForms } from "#app/forms/accounts/second-factor.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

type Constraint = ReturnType<typeof getZodConstraint>;

const TITLE = "パスワードと2段階認証";

export const handle: PageHandle = { title: TITLE, back: "/settings" };
export { meta } from "#app/components/frame/page-meta.ts";
export const links = stylesheets(settingsCss);

const DONE: Partial<Record<string, string>> = {
  off: "2段階認証をやめました",
  ended: "選んだ端末をログアウトしました",
  "passkey-added": "パスキーを加えました。次のログインから使えます",
  "passkey-removed": "パスキーを外しました",
  others: "ほかの端末をすべてログアウトしました",
  "password-changed": "パスワードを変更しました。ほかの端末はログアウトしました",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const token = context.sessionToken(request) ?? "";
  const security = await context.services.auth.readOwnSecurity({ user, token });
  const constraints = Object.entries(securityForms).map(([name, form]) => [name, getZodConstraint(form)]);
  return {
    ...security,
    email: user.email,
    constraints: Object.fromEntries(constraints) as Record<keyof typeof securityForms, Constraint>,
    done: doneWords(DONE, request),
  };
}

/** The challenge expired, was used, or came from another site, or the passkey is registered already. */
const NO_PASSKEY = "パスキーを登録できませんでした。時間が過ぎたのかもしれません。もう一度はじめからお試しください";

const LATE = "設定をはじめてから15分が過ぎたか、ほかの端末で設定がはじまりました。もう一度はじめからお試しください";

const REFUSALS = {
  "wrong-password": { status: 400, fields: { currentPassword: MESSAGES.wrongPassword } },
  "wrong-code": { status: 400, fields: { code: MESSAGES.wrongCode } },
  "weak-password": { status: 400, fields: { password: MESSAGES.passwordGuessable } },
  late: { status: 400, form: LATE },
  "no-passkey": { status: 400, form: NO_PASSKEY },
  full: { status: 400, form: "パスキーがいっぱいです。1つ外してから加えてください" },
  "not-offered": { status: 400, form: "このサイトのアドレスでは、パスキーを加えられません" },
  busy: { status: 503, form: BUSY_WORDS },
  "too-many": { status: 429, form: tooManyTries },
} as const;

/** The reply contains new recovery codes, only this once. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: securityFormSchema });
  const token = context.sessionToken(request) ?? "";
  const hideFields = ["currentPassword", "password", "confirmPassword", "answer"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const form = submission.value;
  const result = await change(context.services, { user, token }, form);
  if (result.kind === "refused") return refuseForm(submission, result, REFUSALS, hideFields);
  const reply = submission.reply({ resetForm: true });
  if ("codes" in result) return data({ ...reply, codes: result.codes });
  if (form.do === "begin-passkey" && "creation" in result) {
    const begun: BegunPasskey = { name: form.name, creation: result.creation };
    return data({ ...reply, begun });
  }
  const isOthers = form.do === "end-sessions" && form.session === "others";
  return redirect(`/settings/security${isOthers ? "?done=others#sessions" : AFTER[form.do]}`, 303);
}

const AFTER: Partial<Record<SecurityChange["do"], string>> = {
  begin: "#factor",
  "turn-off": "?done=off",
  "add-passkey": "?done=passkey-added#passkeys",
  "remove-passkey": "?done=passkey-removed#passkeys",
  "end-sessions": "?done=ended#sessions",
  "change-password": "?done=password-changed",
};

function change(
  { secondFactor, auth, accounts }: ActionFunctionArgs["context"]["services"],
  { user, token }: { user: SessionUser; token: string },
  form: SecurityChange,
) {
  switch (form.do) {
    case "begin":
      return secondFactor.begin({ user, token, password: form.currentPassword });
    case "confirm":
      return secondFactor.confirm({ user, token, password: form.currentPassword, code: form.code });
    case "renew-codes":
      return secondFactor.renewCodes({ user, password: form.currentPassword, code: form.code });
    case "turn-off":
      return secondFactor.turnOff({ user, password: form.currentPassword, code: form.code });
    case "begin-passkey":
      return secondFactor.beginPasskey({ user, password: form.currentPassword, code: form.code });
    case "add-passkey":
      return secondFactor.addPasskey({ user, token, name: form.name, answer: form.answer });
    case "remove-passkey": {
      const { currentPassword: password, code, passkey: credentialId } = form;
      return secondFactor.removePasskey({ user, password, code, credentialId });
    }
    case "end-sessions":
      return auth.endOwnSessions({ user, token, password: form.currentPassword, which: form.session });
    case "change-password": {
      const { currentPassword, password } = form;
      return accounts.changePassword({ user, token, currentPassword, password });
    }
    default:
      return form satisfies never;
  }
}

export default function SecurityPage() {
  const { email, factor, passkeys, sessions, constraints, done } = useLoaderData<typeof loader>();
  const answer = useActionData<SubmissionResult<string[]> & { codes?: string[]; begun?: BegunPasskey }>();
  return (
    <>
      <PageHead title={TITLE} />
      {answer === undefined && <DoneNote>{done}</DoneNote>}
      <PasswordChange email={email} constraints={constraints} lastResult={answer} />
      <SecondFactor factor={factor} codes={answer?.codes ?? null} constraints={constraints} lastResult={answer} />
      {factor.isOn && passkeys !== null && (
        <Passkeys passkeys={passkeys} begun={answer?.begun ?? null} constraints={constraints} lastResult={answer} />
      )}
      <SessionList sessions={sessions} constraints={constraints} lastResult={answer} />
    </>
  );
}
