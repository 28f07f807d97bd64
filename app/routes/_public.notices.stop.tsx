import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MailedCodePage } from "#app/components/accounts/mailed-code-page.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { isNotificationKind, NOTIFICATION_NAMES } from "#app/domain/notifications.ts";
import { redeemMailedCode } from "#app/forms/accounts/mailed-codes.ts";

const TITLE = "お知らせのメールの停止";

export const handle: PageHandle = { title: TITLE, isShort: true, link: { to: "/home", label: "ホーム" } };
export { meta } from "#app/components/frame/page-meta.ts";

/** Opening the mailed link changes nothing, because mail scanners open links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const done = query.get("done");
  if (done !== null && isNotificationKind(done)) return { step: "done" as const, name: NOTIFICATION_NAMES[done] };
  const code = query.get("code") ?? "";
  const found = await context.services.notifications.readStop({ code });
  if (found === null) return data({ step: "bad-link" as const }, { status: 404 });
  return { step: "open" as const, code, name: NOTIFICATION_NAMES[found.kind] };
}

/** Mail programs POST to workers/web/pages/one-click-stop.ts instead (RFC 8058). */
export function action(args: ActionFunctionArgs) {
  return redeemMailedCode(args, "code", args.context.services.notifications.stopByCode, ({ notificationKind }) =>
    redirect(`/notices/stop?done=${notificationKind}`, 303),
  );
}

export default function StopNotificationsPage() {
  const page = useLoaderData<typeof loader>();
  const name = page.step === "bad-link" ? "" : page.name;
  return (
    <MailedCodePage
      title={TITLE}
      page={page}
      lastResult={useActionData<typeof action>()}
      path="/notices/stop"
      name="code"
      badLink={
        <>
          <Note tone="danger">このリンクではメールを止められません。URLが途中で切れていないかご確認ください。</Note>
          <p className="muted">ログインすると、設定の画面からも止められます。</p>
          <ToSettings />
        </>
      }
      done={
        <>
          <DoneNote>「{name}」のお知らせのメールを止めました。</DoneNote>
          <p className="muted">ほかのお知らせは、設定の画面で選べます。止めたお知らせも、もう一度選ぶと届きます。</p>
          <ToSettings />
        </>
      }
    >
      <p>「{name}」のお知らせのメールを止めます。ログインは要りません。</p>
      <Button tone="primary" size="big" full>
        メールを止める
      </Button>
    </MailedCodePage>
  );
}

function ToSettings() {
  return (
    <div className="btns">
      <a className="btn" href="/settings/notices">
        お知らせの設定へ
      </a>
    </div>
  );
}
