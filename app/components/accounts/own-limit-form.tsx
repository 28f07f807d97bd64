import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Field, HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { formatCount, formatMonthDay } from "#app/components/parts/numbers.ts";
import { Note, Section } from "#app/components/parts/parts.tsx";
import type { OwnLimit, OwnLimitKind } from "#app/domain/own-limits.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";

const PATH = "/settings/limits";

const WORDS: Record<OwnLimitKind, { title: string; label: string; unit: string; used: string; hint: string }> = {
  analyses: {
    title: "ひと月の分析の回数",
    label: "ひと月の上限（回）",
    unit: "回",
    used: "今月の分析",
    hint: "プランの回数とは別に数えます。空にすると、自分の上限はなくなります。",
  },
  budget: {
    title: "ひと月の予算",
    label: "ひと月の上限（円）",
    unit: "円",
    used: "今月入れた予算",
    hint: "買い目のページで入れた予算を、上限を決めている間だけ数えます。同じレースでは、いちばん大きい額だけを数えます。空にすると、自分の上限はなくなります。",
  },
};

/** 11月25日（水）9:12 */
function momentWords(instant: number): string {
  return `${formatMonthDay(japanDay(instant))}${japanTime(instant)}`;
}

export function OwnLimitSection({
  limit,
  lastResult,
}: {
  limit: OwnLimit & { used: number };
  lastResult: SubmissionResult | undefined;
}) {
  const { kind, amount, raise, used } = limit;
  const words = WORDS[kind];
  const [form, fields] = useForm<{ do: string; amount: string }>({
    id: kind,
    lastResult,
    defaultValue: { do: kind, amount: amount === null ? "" : String(amount) },
  });
  return (
    <Section title={words.title}>
      <div className="card pad stack loose">
        <p>
          {amount === null ? "いま、自分の上限はありません。" : `いまの上限は${formatCount(amount)}${words.unit}です。`}
          {(kind === "analyses" || amount !== null) && `${words.used}は${formatCount(used)}${words.unit}です。`}
        </p>
        {raise !== null && (
          <>
            <Note icon="clock">
              {momentWords(raise.at)}から
              {raise.to === null ? "上限なし" : `${formatCount(raise.to)}${words.unit}`}になります。
            </Note>
            <Form method="post" action={PATH}>
              <input type="hidden" name="do" value="withdraw" />
              <input type="hidden" name="limit" value={kind} />
              <Button>上げるのをやめる</Button>
            </Form>
          </>
        )}
        <Form {...getFormProps(form)} className="stack loose" method="post" action={PATH}>
          <FormErrors form={form} />
          <HiddenField meta={fields.do} value={kind} />
          <Field
            meta={fields.amount}
            label={words.label}
            hint={words.hint}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
          />
          <Button tone="primary" full>
            この上限にする
          </Button>
        </Form>
      </div>
    </Section>
  );
}
