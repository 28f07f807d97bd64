import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { PlanCard } from "#app/components/plans/plan-card.tsx";
import * as planDialogs from "#app/components/plans/plan-dialogs.tsx";
import { RefusedDialog } from "#app/components/plans/plan-refused-dialog.tsx";
import { TO_PAYMENT } from "#app/components/plans/plan-words.ts";
import plansCss from "#app/components/plans/plans.css?url";
import { planStep } from "#app/domain/plans/plan-offer.ts";
import { isRestricted, PLANS, Plan, type PlanRow, planName } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { planFormSchema, readPlan } from "#app/forms/plans/plan-form.server.ts";
import {
  findPlanRefusal,
  PLAN_REFUSALS,
  type PlanRefusalReason,
  refusalStatus,
} from "#app/forms/plans/plan-refusals.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "プラン",
  description: "プランごとの料金と、項目・モデル・分析・作成の上限の一覧です。",
};

export const links = stylesheets(plansCss);

export { meta } from "#app/components/frame/page-meta.ts";

/** The server renders them with the page; browsers load their script on demand. */
const loadDialogs = () => import("#app/components/plans/plan-dialogs.tsx");
const CancelDialog = import.meta.env.SSR
  ? planDialogs.CancelDialog
  : lazy(async () => ({ default: (await loadDialogs()).CancelDialog }));
const PaymentDialog = import.meta.env.SSR
  ? planDialogs.PaymentDialog
  : lazy(async () => ({ default: (await loadDialogs()).PaymentDialog }));

/** Reloads after a refusal too, so that the form shows current amounts. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus !== undefined || defaultShouldRevalidate;

/** `?plan=5` opens the final confirmation of that plan, with the amount from Stripe. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { plans } = context.services;
  const { pathname, search, searchParams } = new URL(request.url);
  const chosen = readPlan(searchParams.get("plan"));
  const preview = chosen === null ? null : await plans.preview({ user, plan: chosen });
  const state = await plans.read({ user });
  // The preview found another plan at Stripe. A reload updates the frame too.
  if (preview !== null && state.plan !== user.plan) throw redirect(`${pathname}${search}`);
  return { ...state, chosen, preview, now: context.now() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const { plans } = context.services;
  const submission = parseWithZod(await readForm(request), { schema: planFormSchema });
  const refuse = (reason: PlanRefusalReason) => data(submission.reply({ formErrors: [reason] }), refusalStatus(reason));
  if (submission.status !== "success") return refuse("not-offered");
  const { intent, plan, from, proration_date: prorationDate } = submission.value;
  if (intent === "portal") {
    const opened = await plans.portal({ user });
    return opened.kind === "opened" ? redirect(opened.url, 303) : refuse(opened.reason);
  }
  if (plan === null) return refuse("not-offered");
  const before = from ?? user.plan;
  const success = () => redirect(`/subscriptions/success?from=${before}`, 303);

  let result: Awaited<ReturnType<typeof plans.change | typeof plans.cancel | typeof plans.checkout>>;
  switch (intent) {
    case "checkout":
      result = await plans.checkout({ user, plan });
      // Submitted again after the payment, perhaps in another tab.
      if (result.kind === "refused" && result.reason === "already-subscribed") {
        const { plan: present } = await plans.read({ user });
        if (present === plan) return success();
      }
      break;
    case "change":
      result =
        prorationDate === null
          ? { kind: "refused", reason: "preview-outdated" }
          : await plans.change({ user, plan, prorationDate });
      break;
    case "cancel":
      result = plan === Plan.free ? await plans.cancel({ user }) : { kind: "refused", reason: "not-offered" };
      break;
    default:
      result = { kind: "refused", reason: "not-offered" };
  }
  if (result.kind === "opened") return redirect(result.url, 303);
  // The same plan means a repeated submission.
  if (result.kind !== "refused" || result.reason === "same-plan") return success();
  return refuse(result.reason);
}

/** A restricted plan is marked on the card of its unrestricted one. Other plans have no card. */
export default function PlansPage() {
  const { plan, currentPeriodEnd, hasDowngradedThisMonth, isCustomer, chosen, preview, now } =
    useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const refused = findPlanRefusal(lastResult?.error?.[""]);
  const restrictedPlan = isRestricted(plan) ? plan - 100 : null;
  const hasFreeLimits = restrictedPlan !== null || !(plan === Plan.admin || PLANS.some((row) => row.plan === plan));
  const refusal = String(chosen) === lastResult?.initialValue?.plan ? refused : null;
  const hasDialog = preview !== null && !(preview.kind === "refused" && preview.reason === "same-plan");
  return (
    <>
      <div className="stack">
        <h2 className="lead">使い方に合わせて選ぶ</h2>
        <p className="t14 muted">
          今のプランは <b className="ink">{planName(plan)}</b> です。
          {currentPeriodEnd !== null && `次の更新は ${formatDay(japanDay(currentPeriodEnd))}です。`}
          表示はすべて税込です。
        </p>
        <p className="t14 muted">
          有料プランなら、中央用のモデルがランキングに参加し、その順位と回収率を見られます。フリーでは参加しません。∞の分析も、同時にできるのは同時分析数までです（UNLIMITEDは10件まで）。出走取消や馬体重で出馬表が変わると、メインのモデルの印も自動で付け直します（有料プラン）。改善案は、モデルの変更を12通りまで試し、良くなると確認できた変更を知らせる機能です。
        </p>
      </div>
      {refused !== null && !hasDialog && <Note tone="danger">{PLAN_REFUSALS[refused]}</Note>}
      {hasFreeLimits && (
        <Note tone={restrictedPlan === null ? undefined : "warn"}>
          フリープランと同じ範囲で使えます。作成したモデルと分析結果はそのまま残ります。
        </Note>
      )}
      <ul className="plans">
        {PLANS.map((row) => (
          <PlanCard
            key={row.plan}
            row={row}
            state={row.plan === plan ? "current" : row.plan === restrictedPlan ? "restricted" : null}
            action={<PlanChoice row={row} current={plan} />}
          />
        ))}
      </ul>
      {isCustomer && (
        <section className="card pad stack">
          <h2>カードと領収書</h2>
          <p className="t14 muted">
            カードの変更、これまでの請求書と領収書は、決済サービス（Stripe）の画面で扱います。プランの変更と解約は、この画面でできます。
          </p>
          {/* The portal is on another site, so the browser must follow the redirect. */}
          <Form method="post" action="/subscriptions" reloadDocument className="btns">
            <Button name="intent" value="portal" icon="card">
              カードの変更と領収書へ
            </Button>
          </Form>
        </section>
      )}
      <div className="stack t13 muted">
        <p>
          プランを上げても<a href="/tutorial#words">予測力</a>
          が上がるとは限りません。使える項目とモデルの数、分析の回数が増えます。
        </p>
        <p>
          ダウングレードは1か月に1回までです{hasDowngradedThisMonth && "（今月は変更済みです）"}。
          解約はいつでも、この画面の「フリーに戻す」からできます。残り日数分の返金はありません。
        </p>
        <p>
          <a className="tapl" href="/tokusyo">
            特定商取引法に基づく表記
          </a>
        </p>
      </div>
      {hasDialog && chosen !== null && preview.kind === "refused" && (
        <RefusedDialog plan={chosen} reason={refusal ?? preview.reason} />
      )}
      <Suspense>
        {chosen !== null && preview?.kind === "cancel" && (
          <CancelDialog plan={chosen} current={plan} refusal={refusal} creditYen={preview.creditYen} />
        )}
        {chosen !== null && (preview?.kind === "checkout" || preview?.kind === "change") && (
          <PaymentDialog plan={chosen} current={plan} refusal={refusal} preview={preview} now={now} />
        )}
      </Suspense>
    </>
  );
}

function PlanChoice({ row, current }: { row: PlanRow; current: number }) {
  const step = planStep(current, row.plan);
  switch (step) {
    case "same":
      return <span className="btn full using">ご利用中</span>;
    case "not-offered":
      return null;
    default: {
      const words = step === "cancel" ? "フリーに戻す" : step !== "checkout" ? "プラン変更" : choiceWords(current);
      return (
        <LinkButton
          full
          tone={row.isRecommended || isRestricted(current) ? "primary" : "plain"}
          to={`/subscriptions?plan=${row.plan}`}
          preventScrollReset
          aria-label={step === "cancel" ? words : `${words}：${row.name}`}
        >
          {words}
        </LinkButton>
      );
    }
  }
}

function choiceWords(current: number): string {
  return isRestricted(current) ? TO_PAYMENT : "申し込む";
}
