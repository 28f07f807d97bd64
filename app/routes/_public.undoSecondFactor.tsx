import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MailedCodePage } from "#app/components/accounts/mailed-code-page.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { readMailedLink, redeemMailedCode } from "#app/forms/accounts/mailed-codes.ts";

const TITLE = "2段階認証の取り消し";

export const handle: PageHandle = { title: TITLE, isShort: true, link: { to: "/login", label: "ログイン" } };
export { meta } from "#app/components/frame/page-meta.ts";

/** Opening the mailed link changes nothing, because mail scanners open links. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return readMailedLink(request, context.services.secondFactor.findUndo);
}

export function action(args: ActionFunctionArgs) {
  const { services, sessionCookie } = args.context;
  return redeemMailedCode(args, "uuid", services.secondFactor.undoByCode, () =>
    redirect("/undoSecondFactor?done=1", { status: 303, headers: { "Set-Cookie": sessionCookie(null) } }),
  );
}

export default function UndoSecondFactorPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <MailedCodePage
      title={TITLE}
      page={page}
      lastResult={useActionData<typeof action>()}
      path="/undoSecondFactor"
      badLink={
        <>
          <Note tone="danger">
            このリンクでは取り消せません。7日が過ぎたか、2段階認証がすでにオフになっています。URLが途中で切れていないかもご確認ください。
          </Note>
          <p>アカウントに入れないときは、パスワードを再設定するか、お問い合わせください。</p>
          <ToReset />
        </>
      }
      done={
        <>
          <DoneNote>2段階認証を取り消し、すべての端末からログアウトしました。</DoneNote>
          <p>パスワードを知られているおそれがあります。続けて、パスワードを再設定してください。</p>
          <ToReset />
        </>
      }
    >
      {page.step === "open" && (
        <p>
          {monthAndDay(japanDay(page.found.confirmedAt))} {japanTime(page.found.confirmedAt)}{" "}
          にオンになった2段階認証を取り消します。
        </p>
      )}
      <p>
        ログイン中のすべての端末からもログアウトし、パスキーと回復コードも使えなくなります。心当たりがないときだけ押してください。
      </p>
      <Button tone="danger" size="big" full>
        2段階認証を取り消す
      </Button>
    </MailedCodePage>
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
