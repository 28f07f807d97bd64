import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Checkbox } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { useVisitKey } from "#app/components/fields/visit-key.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { CalendarSection } from "#app/components/notifications/calendar-section.tsx";
import notificationsCss from "#app/components/notifications/notifications.css?url";
import { PushSection } from "#app/components/notifications/push-devices.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote, PageHead } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { NOTIFICATION_NAMES } from "#app/domain/notifications.ts";
import {
  type NotificationChoicesForm,
  notificationChoicesFormSchema,
} from "#app/forms/notifications/notification-forms.server.ts";
import { PUSH_MESSAGES } from "#app/forms/notifications/push-words.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "お知らせの設定", back: "/settings" };
export { meta } from "#app/components/frame/page-meta.ts";
export const links = stylesheets(notificationsCss);

const WHEN = {
  "weights-out": "馬体重の発表を待っていたレースの分析が始まったとき。1日1回まで。",
  "marks-changed":
    "取消・騎手変更・馬体重・馬場状態の変更で、メインモデルの印が変わったとき（有料プラン）。1レースにつき1分に1回まで。",
  "race-settled": "発走前に分析したレースの結果が出たとき。その日の17時以降に、1日1回まとめて。",
  "favourite-entered": "お気に入りの馬が出走するとき。レース当日の朝8時以降に、1日1回まとめて。",
  "entries-out": "翌日の中央競馬の出馬表がそろったとき。金曜の18時以降に、週1回。",
  "week-review": "先週の◎の成績、年間ランキング、答え合わせ、次の開催日をまとめて。月曜の朝8時以降に、週1回。",
  "rankings-out": "週間と月間のランキングが出たとき。",
  "model-ready": "作成したAIモデルが使えるようになったとき、改善案を調べ終わったとき。1日10回まで。",
  "root-final": "記録の証明に使う1日分のデータ（ルート）が公開されたとき。日付が変わったあとに1日1回。",
};

const DONE: Partial<Record<string, string>> = {
  saved: "お知らせの設定を保存しました",
  "device-removed": PUSH_MESSAGES.removed,
  "calendar-on": "カレンダーのアドレスをつくりました",
  "calendar-off": "カレンダーをやめました",
};

const TOO_MANY = { "too-many": { status: 429, form: tooManyTries } } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { choices, ...settings } = await context.services.notifications.readChoices({ user });
  return {
    email: user.email,
    choices: choices.map((choice) => ({ ...choice, name: NOTIFICATION_NAMES[choice.kind], when: WHEN[choice.kind] })),
    ...settings,
    done: doneWords(DONE, request),
    /** Changes on each load of the page, but not after a refusal. */
    loadKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const form = await readForm(request);
  const calendar = form.get("calendar");
  if (calendar !== null) {
    const set = await context.services.fans.setCalendar({ user, isOn: calendar === "renew" });
    if (set.kind === "saved")
      return redirect(`/settings/notices?done=calendar-${calendar === "renew" ? "on" : "off"}`, 303);
    return refuseForm(parseWithZod(form, { schema: notificationChoicesFormSchema }), set, TOO_MANY);
  }
  const submission = parseWithZod(form, { schema: notificationChoicesFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const result = await context.services.notifications.saveChoices({ user, ...submission.value });
  if (result.kind === "saved") return redirect("/settings/notices?done=saved", 303);
  return refuseForm(submission, result, TOO_MANY);
}

export default function NotificationsPage() {
  const { email, done, loadKey, pushKey, devices, calendar } = useLoaderData<typeof loader>();
  const visitKey = useVisitKey(loadKey);
  const lastResult = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="受け取るお知らせを選ぶ" />
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      <p className="muted">
        選んだものだけをお届けします。メールは{email}に届き、メールの中のリンクからも止められます。
      </p>
      <ChoicesForm key={visitKey} />
      <PushSection pushKey={pushKey} devices={devices} />
      <CalendarSection address={calendar} />
    </div>
  );
}

function ChoicesForm() {
  const { choices, isPushOffered } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<NotificationChoicesForm>({
    id: "notifications",
    lastResult: useActionData<typeof action>(),
    defaultValue: {
      byMail: choices.filter(({ byMail }) => byMail).map(({ kind }) => kind),
      byPush: choices.filter(({ byPush }) => byPush).map(({ kind }) => kind),
    },
  });
  return (
    <Form {...getFormProps(form)} className="card pad stack loose" method="post" action="/settings/notices">
      <FormErrors form={form} />
      {choices.map(({ kind, name, when }) => (
        <fieldset key={kind} className="notification-kind">
          <legend>{name}</legend>
          <p className="muted">{when}</p>
          <div className="channels">
            <Checkbox meta={fields.byMail} value={kind}>
              メール
            </Checkbox>
            {isPushOffered && (
              <Checkbox meta={fields.byPush} value={kind}>
                プッシュ通知
              </Checkbox>
            )}
          </div>
        </fieldset>
      ))}
      <Button tone="primary" full>
        保存する
      </Button>
    </Form>
  );
}
