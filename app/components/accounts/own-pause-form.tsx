import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Checkbox, Field, HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { HELP_LINE } from "#app/components/frame/brand.ts";
import { Button } from "#app/components/parts/button.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import { Note, Section } from "#app/components/parts/parts.tsx";
import { PAUSE_DAYS } from "#app/domain/own-limits.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";

export function OwnPauseSection({
  pauseEndsAt,
  lastResult,
}: {
  /** Unix seconds; null without a pause. */
  pauseEndsAt: number | null;
  lastResult: SubmissionResult | undefined;
}) {
  const [form, fields] = useForm<{ do: string; days: string; understood: string }>({
    id: "pause",
    lastResult,
    defaultValue: { do: "pause" },
  });
  return (
    <Section title="しばらく休む">
      <Form {...getFormProps(form)} className="card pad stack loose" method="post" action="/settings/limits">
        <FormErrors form={form} />
        {pauseEndsAt !== null && (
          <Note icon="clock">{formatMonthDay(japanDay(pauseEndsAt - 1))}の終わりまで休んでいます。</Note>
        )}
        <p>
          休んでいる間は、分析と、メールやプッシュ通知のお知らせを止めます。まだ終わっていない1日分の分析は取り消して、回数を戻します。結果や成績表は見られます。
        </p>
        <p>
          プランの料金は休んでいる間もかかります。やめるときは<a href="/subscriptions">プラン</a>
          を変更してください。アカウントと支払いについてのメールは届きます。
        </p>
        <HiddenField meta={fields.do} value="pause" />
        <Field
          meta={fields.days}
          label={`休む日数（${PAUSE_DAYS.least}〜${PAUSE_DAYS.most}日）`}
          hint="今日の残りと、明日からの日数です。延ばすことはできます。"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
        <Checkbox meta={fields.understood}>途中でやめることも、短くすることもできないと分かりました</Checkbox>
        <Button full>{pauseEndsAt === null ? "休む" : "休みを延ばす"}</Button>
      </Form>
    </Section>
  );
}

export function HelpLines() {
  return (
    <Section title="相談できるところ">
      <ul className="card pad stack helps">
        <li>
          <b>公営競技ギャンブル依存症カウンセリングセンター</b>
          <p>
            電話 <a href="tel:0120321153">0120-321-153</a>（
            <a href={HELP_LINE.url} rel="noreferrer">
              {HELP_LINE.label}
            </a>
            ）
          </p>
        </li>
        <li>
          <b>お住まいの地域の精神保健福祉センター、保健所</b>
          <p>本人も家族も相談できます。電話番号は都道府県や市の案内にあります。</p>
        </li>
        <li>
          <b>依存症対策全国センター</b>
          <p>全国の相談窓口と医療機関をさがせます。</p>
        </li>
        <li>
          <b>消費者ホットライン</b>
          <p>
            借金や契約の相談は、電話 <a href="tel:188">188</a>
          </p>
        </li>
        <li>
          <b>GA（ギャンブラーズ・アノニマス）、ギャマノン</b>
          <p>本人の会と、家族や友人の会です。</p>
        </li>
      </ul>
    </Section>
  );
}
