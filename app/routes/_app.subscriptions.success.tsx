import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { Fact, PageHead } from "#app/components/parts/parts.tsx";
import { type PlanEnd, planEndWords } from "#app/components/plans/plan-end.ts";
import plansCss from "#app/components/plans/plans.css?url";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { planItems } from "#app/domain/plans/plan-list.ts";
import { isPaid, Plan } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { readPlanBefore } from "#app/forms/plans/plan-form.server.ts";

export const handle: PageHandle = { title: "プランの手続き" };

export const links = stylesheets(plansCss);

export { meta } from "#app/components/frame/page-meta.ts";

/** A payment is known within seconds. A payment page left without paying is polled less often. */
const SOON_SECONDS = 5;
const SOON_FOR_SECONDS = 15 * 60;
const LATER_SECONDS = 60;

/**
 * The page after a payment, a cancellation, or a change (`?from=` is the plan before). It queries Stripe instead of
 * waiting for a webhook, and refreshes until the payment is known.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { plans } = context.services;
  const before = readPlanBefore(new URL(request.url).searchParams.get("from"));
  const known = await plans.read({ user });
  // No paid plan, no opened payment page, and no change.
  if (!isPaid(known.plan) && known.checkoutOpenedAt === null && before === null) return redirect("/subscriptions");
  const refreshed = await plans.refresh({ user });
  const state = await plans.read({ user });
  // A reload updates the frame too.
  if (state.plan !== user.plan) return redirect(`/subscriptions/success?from=${before ?? user.plan}`);
  const end = endOf({ ...state, before, isUnknown: refreshed.kind === "refused" });
  if (end === null) return redirect("/subscriptions");
  const isPending = end === "pending" || end === "unknown";
  const isSoon = state.checkoutOpenedAt !== null && context.now() - state.checkoutOpenedAt < SOON_FOR_SECONDS;
  return {
    end,
    before,
    plan: state.plan,
    currentPeriodEnd: state.currentPeriodEnd,
    refreshSeconds: isPending ? (isSoon ? SOON_SECONDS : LATER_SECONDS) : null,
  };
}

function endOf({
  plan,
  checkoutOpenedAt,
  before,
  isUnknown,
}: {
  plan: number;
  checkoutOpenedAt: number | null;
  before: number | null;
  isUnknown: boolean;
}): PlanEnd | null {
  if (checkoutOpenedAt !== null) return isUnknown ? "unknown" : "pending";
  if (isPaid(plan)) return before !== null && isPaid(before) && before !== plan ? "changed" : "started";
  return plan === Plan.free && before !== null && isPaid(before) ? "cancelled" : null;
}

export default function PlanSuccessPage() {
  const { end, before, plan, currentPeriodEnd, refreshSeconds } = useLoaderData<typeof loader>();
  const { title, text } = planEndWords(end, { plan, before });
  const isDone = refreshSeconds === null;
  return (
    <>
      <RefreshWhile seconds={refreshSeconds} />
      <div role="status">
        <PageHead title={title} />
      </div>
      <section className="card pad stack">
        <p>{text}</p>
        {isDone && (
          <dl className="final">
            {planItems(plan).map(({ label, value }) => (
              <Fact key={label} name={label}>
                {value}
              </Fact>
            ))}
          </dl>
        )}
        {isDone && currentPeriodEnd !== null && (
          <p className="t14 muted">
            次の更新は {formatDay(japanDay(currentPeriodEnd))}です。解約するまで毎月自動で更新します。
          </p>
        )}
        <div className="btns">
          <LinkButton to="/models" tone={isDone ? "primary" : "plain"} icon="model">
            モデルを見る
          </LinkButton>
          <LinkButton to="/home">ホームへ</LinkButton>
          <LinkButton to="/subscriptions" icon="card">
            プランを見る
          </LinkButton>
        </div>
      </section>
    </>
  );
}
