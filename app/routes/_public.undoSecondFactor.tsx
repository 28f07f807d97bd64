import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TooManyCodes } from "#app/components/accounts/mail-sent.tsx";
import { MailedCodeForm } from "#app/components/accounts/mailed-code-form.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { countCodeTry } from "#app/forms/accounts/code-try.ts";
import { type FactorUndoForm, factorUndoFormSchema } from "#app/forms/accounts/second-factor.server.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

const TITLE = "2段階認証の取り消し";

export const handle: PageHandle = { title: TITLE, isShort: true, link: { to: "/login", label: "ログイン" } };
export { meta } from "#app/components/frame/page-meta.ts";

/** Opening the mailed link changes nothing, because mail scanners open links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const code = query.get("uuid");
  if (code === null && query.has("done")) return { step: "done" as const };
  const found = code === null ? null : await context.services.secondFactor.findUndo({ code });
  if (code === null || found === null) return data({ step: "bad-link" as const }, { status: 404 });
  return { step: "open" as const, code, confirmedAt: found.confirmedAt };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: factorUndoFormSchema });
  const code = submission.status === "success" ? submission.value.uuid : "";
  const result = await countCodeTry(context, () => context.services.secondFactor.undoByCode({ code }));
  if (result.kind === "undone") {
    const headers = { "Set-Cookie": context.sessionCookie(null) };
    return redirect("/undoSecondFactor?done=1", { status: 303, headers });
  }
  if (result.reason === "too-many") {
    return refuseForm(submission, result, { "too-many": { status: 429, form: tooManyTries } });
  }
  // The loader runs next and reports the invalid link.
  return data(null, { status: 404 });
}

export default function UndoSecondFactorPage() {
  const page = useLoaderData<typeof loader>();
  const [form, fields] = useForm<FactorUndoForm>({
    id: "undo-second-factor",
    lastResult: useActionData<typeof action>(),
    defaultValue: { uuid: page.step === "open" ? page.code : "" },
  });
  if (page.step === "bad-link") {
    if (form.errors !== undefined) return <TooManyCodes title={TITLE} text={form.errors} />;
    return (
      <div className="narrow">
        <h1>{TITLE}</h1>
        <Note tone="danger">
          このリンクでは取り消せません。7日が過ぎたか、2段階認証がすでにオフになっています。URLが途中で切れていないかもご確認ください。
        </Note>
        <p>アカウントに入れないときは、パスワードを再設定するか、お問い合わせください。</p>
        <ToReset />
      </div>
    );
  }
  if (page.step === "done") {
    return (
      <div className="narrow">
        <h1>{TITLE}</h1>
        <DoneNote>2段階認証を取り消し、すべての端末からログアウトしました。</DoneNote>
        <p>パスワードを知られているおそれがあります。続けて、パスワードを再設定してください。</p>
        <ToReset />
      </div>
    );
  }
  return (
    <div className="narrow">
      <h1>{TITLE}</h1>
      <MailedCodeForm form={form} uuid={fields.uuid} path="/undoSecondFactor" code={page.code}>
        <p>
          {monthAndDay(japanDay(page.confirmedAt))} {japanTime(page.confirmedAt)}{" "}
          にオンになった2段階認証を取り消します。
        </p>
        <p>
          ログイン中のすべての端末からもログアウトし、パスキーと回復コードも使えなくなります。心当たりがないときだけ押してください。
        </p>
        <Button tone="danger" size="big" full>
          2段階認証を取り消す
        </Button>
      </MailedCodeForm>
    </div>
  );
}

function ToReset() {
  return (
    <div className="btns">
      <a className="btn primary" href="/resetPassword">
        パスワードを再設定する
      </a>
    </div>
  );
}
