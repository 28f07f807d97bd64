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
import { securityFormSchema, securityForms } from "#app/forms/accounts/second-factor.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

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
  const { begin, confirm, renewCodes, turnOff, beginPasskey, removePasskey, endSessions, changePassword } =
    securityForms;
  return {
    ...security,
    email: user.email,
    constraints: {
      begin: getZodConstraint(begin),
      confirm: getZodConstraint(confirm),
      "renew-codes": getZodConstraint(renewCodes),
      "turn-off": getZodConstraint(turnOff),
      "begin-passkey": getZodConstraint(beginPasskey),
      "remove-passkey": getZodConstraint(removePasskey),
      "end-sessions": getZodConstraint(endSessions),
      "change-password": getZodConstraint(changePassword),
    },
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
  const hideFields = ["currentPassword", "password", "confirmPassword"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const { secondFactor, auth, accounts } = context.services;
  const form = submission.value;
  const show = (codes: string[]) => data({ ...submission.reply({ resetForm: true }), codes });
  switch (form.do) {
    case "begin": {
      const result = await secondFactor.begin({ user, token, password: form.currentPassword });
      if (result.kind === "begun") return redirect("/settings/security#factor", 303);
      return refuseForm(submission, result, REFUSALS, hideFields);
    }
    case "confirm": {
      const { currentPassword: password, code } = form;
      const result = await secondFactor.confirm({ user, token, password, code });
      return result.kind === "on" ? show(result.codes) : refuseForm(submission, result, REFUSALS, hideFields);
    }
    case "renew-codes": {
      const { currentPassword: password, code } = form;
      const result = await secondFactor.renewCodes({ user, password, code });
      return result.kind === "renewed" ? show(result.codes) : refuseForm(submission, result, REFUSALS, hideFields);
    }
    case "turn-off": {
      const result = await secondFactor.turnOff({ user, password: form.currentPassword, code: form.code });
      if (result.kind === "off") return redirect("/settings/security?done=off", 303);
      return refuseForm(submission, result, REFUSALS, hideFields);
    }
    case "begin-passkey": {
      const { name, currentPassword: password, code } = form;
      const result = await secondFactor.beginPasskey({ user, password, code });
      if (result.kind !== "begun") return refuseForm(submission, result, REFUSALS, hideFields);
      const begun: BegunPasskey = { name, creation: result.creation };
      return data({ ...submission.reply({ resetForm: true }), begun });
    }
    case "add-passkey": {
      const result = await secondFactor.addPasskey({ user, token, name: form.name, answer: form.answer });
      if (result.kind === "added") return redirect("/settings/security?done=passkey-added#passkeys", 303);
      return refuseForm(submission, result, REFUSALS, ["answer"]);
    }
    case "remove-passkey": {
      const result = await secondFactor.removePasskey({
        ...{ user, password: form.currentPassword, code: form.code, credentialId: form.passkey },
      });
      if (result.kind === "removed") return redirect("/settings/security?done=passkey-removed#passkeys", 303);
      return refuseForm(submission, result, REFUSALS, hideFields);
    }
    case "end-sessions": {
      const { session: which, currentPassword: password } = form;
      const result = await auth.endOwnSessions({ user, token, password, which });
      if (result.kind !== "ended") return refuseForm(submission, result, REFUSALS, hideFields);
      return redirect(`/settings/security?done=${which === "others" ? "others" : "ended"}#sessions`, 303);
    }
    case "change-password": {
      const { currentPassword, password } = form;
      const result = await accounts.changePassword({ user, token, currentPassword, password });
      if (result.kind === "changed") return redirect("/settings/security?done=password-changed", 303);
      return refuseForm(submission, result, REFUSALS, hideFields);
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
