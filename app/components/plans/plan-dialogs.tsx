import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { HiddenField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Fact, Note } from "#app/components/parts/parts.tsx";
import type { PlanPreview } from "#app/domain/plans/plan-preview.ts";
import { Plan, planName } from "#app/domain/plans/plans.ts";
import type { PlanForm } from "#app/forms/plans/plan-form.server.ts";
import { PLAN_REFUSALS, type PlanRefusalReason } from "#app/forms/plans/plan-refusals.ts";
import { CREDIT_WORD, type PlanTerm, paymentTerms, yenWords } from "./plan-terms.ts";
import { confirmWords } from "./plan-words.ts";

const CLOSE_TO = "/subscriptions";
const FORM = "choose-plan";

interface Choice {
  plan: number;
  current: number;
  refusal: PlanRefusalReason | null;
}

export function PaymentDialog({
  plan,
  current,
  refusal,
  preview,
  now,
}: Choice & { preview: Exclude<PlanPreview, { kind: "cancel" }>; now: number }) {
  const words = confirmWords(current);
  const name = planName(plan);
  const isCheckout = preview.kind === "checkout";
  const [form, fields] = useForm<PlanForm>({ id: FORM });
  return (
    <Dialog
      lead="お申し込み内容の最終確認"
      title={isCheckout ? `${name}に申し込みます` : `${planName(current)}から${name}に変更します`}
      closeTo={CLOSE_TO}
      action={
        <Button tone="primary" form={form.id} name="intent" value={preview.kind}>
          {words}
        </Button>
      }
    >
      {refusal !== null && <Note tone="danger">{PLAN_REFUSALS[refusal]}</Note>}
      {/* The payment page is on another site, so the browser must follow the redirect. */}
      <Form {...getFormProps(form)} method="post" action={`/subscriptions?plan=${plan}`} reloadDocument={isCheckout}>
        {/* The shown plan, not the sent one: after a refusal the preview may differ. */}
        <HiddenField meta={fields.plan} value={plan} />
        <HiddenField meta={fields.from} value={current} />
        {!isCheckout && <HiddenField meta={fields.proration_date} value={preview.prorationDate} />}
      </Form>
      <Terms terms={paymentTerms(preview, { current, now })} />
      {preview.kind === "change" && preview.direction === "downgrade" && (
        <p className="t13 muted">
          ダウングレードは1か月に1回までです。新しい範囲を超えるモデルは、使えない状態で残ります。
        </p>
      )}
      <p className="t12 muted">
        {isCheckout
          ? `「${words}」を押すと、決済サービス（Stripe）の支払い画面に進みます。そこで支払うと申し込みが完了します。`
          : `「${words}」を押すと申し込みが完了し、今日の支払い${preview.chargedYen > 0 ? "が発生します" : "はありません"}。`}
        <LegalLinks />
      </p>
    </Dialog>
  );
}

/** Free takes effect at once, without refund; credit is lost too. */
export function CancelDialog({ current, refusal, creditYen }: Choice & { creditYen: number }) {
  const [form, fields] = useForm<PlanForm>({ id: FORM });
  const terms: PlanTerm[] = [
    { term: "契約の終わり", text: "押すとすぐに終わり、フリーになります" },
    { term: "以後の請求", text: "ありません" },
    { term: "返金", text: "ありません", note: "残り日数分は返金されません" },
    creditYen > 0
      ? { term: CREDIT_WORD, text: `${yenWords(creditYen)}が消えます`, note: "あとから元に戻せません" }
      : { term: CREDIT_WORD, text: "残っていません" },
    {
      term: "使える範囲",
      text: "フリーの範囲",
      note: "範囲を超えるモデルは消えずに、使えない状態で残ります。ランキングには参加しません",
    },
  ];
  return (
    <Dialog
      lead="解約の最終確認"
      title={`${planName(current)}を解約して、フリーに戻しますか？`}
      closeTo={CLOSE_TO}
      action={
        <Button tone="danger" form={form.id} name="intent" value="cancel">
          解約する
        </Button>
      }
    >
      {refusal !== null && <Note tone="danger">{PLAN_REFUSALS[refusal]}</Note>}
      <Form {...getFormProps(form)} method="post" action={`/subscriptions?plan=${Plan.free}`}>
        <HiddenField meta={fields.plan} value={Plan.free} />
        <HiddenField meta={fields.from} value={current} />
      </Form>
      <Terms terms={terms} />
      <p className="t12 muted">
        「解約する」を押すと、契約がすぐに終わります。
        <LegalLinks />
      </p>
    </Dialog>
  );
}

function Terms({ terms }: { terms: readonly PlanTerm[] }) {
  return (
    <dl className="final">
      {terms.map(({ term, yen, text, note }) => (
        <Fact key={term} name={term}>
          {yen !== undefined && <b>{yenWords(yen)}</b>}
          {text}
          {note !== undefined && <small>{note}</small>}
        </Fact>
      ))}
    </dl>
  );
}

function LegalLinks() {
  return (
    <>
      <a href="/tokusyo">特定商取引法に基づく表記</a>・<a href="/terms">利用規約</a>
    </>
  );
}
