import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/brand.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { Note } from "#app/components/parts.tsx";
import { PlanCard } from "#app/components/plan-card.tsx";
import plansCss from "#app/components/styles/plans.css?url";
import { isRestricted, PLANS, Plan, planName } from "#app/domain/plans/plans.ts";

export const handle: PageHandle = { title: "プラン" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: plansCss }];

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "プラン", description: "プランごとの料金と、項目・モデル・分析・作成の上限の一覧です。" });

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { plan } = await context.requireUser(request);
  return { plan, name: planName(plan) };
}

/** The table of plans. A restricted plan is marked at the plan it was; unknown ones and the admin's are in no card. */
export default function PlansPage() {
  const { plan, name } = useLoaderData<typeof loader>();
  const restrictedPlan = isRestricted(plan) ? plan - 100 : null;
  const hasFreeLimits = restrictedPlan !== null || !(plan === Plan.admin || PLANS.some((row) => row.plan === plan));
  return (
    <>
      <div className="stack">
        <h2 className="lead">使い方に合わせて選ぶ</h2>
        <p className="t14 muted">
          今のプランは <b className="ink">{name}</b> です。表示はすべて税込です。
        </p>
      </div>
      {hasFreeLimits && (
        <Note tone={restrictedPlan === null ? undefined : "warn"}>
          フリープランと同じ範囲で使えます。作成したモデルと分析結果はそのまま残ります。
        </Note>
      )}
      <Note>お申し込みは準備中です。始まるまで、今のプランのままお使いいただけます。</Note>
      <ul className="plans">
        {PLANS.map((row) => (
          <PlanCard
            key={row.plan}
            row={row}
            state={row.plan === plan ? "current" : row.plan === restrictedPlan ? "restricted" : null}
          />
        ))}
      </ul>
      <div className="stack t13 muted">
        <p>プランを上げても予測力が上がるとは限りません。使える項目とモデルの数、分析の回数が増えます。</p>
        <p>
          <a className="tapl" href="/tokusyo">
            特定商取引法に基づく表記
          </a>
        </p>
      </div>
    </>
  );
}
