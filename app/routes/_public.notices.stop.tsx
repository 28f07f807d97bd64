import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TooManyCodes } from "#app/components/accounts/mail-sent.tsx";
import { HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { isNotificationKind, NOTIFICATION_NAMES } from "#app/domain/notifications.ts";
import { countCodeTry } from "#app/forms/accounts/code-try.ts";
import {
  type NotificationStopForm,
  notificationStopFormSchema,
} from "#app/forms/notifications/notification-forms.server.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

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
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: notificationStopFormSchema });
  const code = submission.status === "success" ? submission.value.code : "";
  const result = await countCodeTry(context, () => context.services.notifications.stopByCode({ code }));
  if (result.kind === "stopped") return redirect(`/notices/stop?done=${result.notificationKind}`, 303);
  if (result.reason === "too-many") {
    return refuseForm(submission, result, { "too-many": { status: 429, form: tooManyTries } });
  }
  // The loader runs next and reports the invalid link.
  return data(null, { status: 404 });
}

export default function StopNotificationsPage() {
  const page = useLoaderData<typeof loader>();
  const [form, fields] = useForm<NotificationStopForm>({
    id: "stop-notifications",
    lastResult: useActionData<typeof action>(),
    defaultValue: { code: page.step === "open" ? page.code : "" },
  });
  if (page.step === "bad-link") {
    if (form.errors !== undefined) return <TooManyCodes title={TITLE} text={form.errors} />;
    return (
      <div className="narrow">
        <h1>{TITLE}</h1>
        <Note tone="danger">このリンクではメールを止められません。URLが途中で切れていないかご確認ください。</Note>
        <p className="muted">ログインすると、設定の画面からも止められます。</p>
        <ToSettings />
      </div>
    );
  }
  if (page.step === "done") {
    return (
      <div className="narrow">
        <h1>{TITLE}</h1>
        <DoneNote>「{page.name}」のお知らせのメールを止めました。</DoneNote>
        <p className="muted">ほかのお知らせは、設定の画面で選べます。止めたお知らせも、もう一度選ぶと届きます。</p>
        <ToSettings />
      </div>
    );
  }
  return (
    <div className="narrow">
      <h1>{TITLE}</h1>
      <form
        {...getFormProps(form)}
        className="card stack"
        action={`/notices/stop?code=${encodeURIComponent(page.code)}`}
        method="post"
      >
        <FormErrors form={form} />
        <HiddenField meta={fields.code} />
        <p>「{page.name}」のお知らせのメールを止めます。ログインは要りません。</p>
        <Button tone="primary" size="big" full>
          メールを止める
        </Button>
      </form>
    </div>
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
