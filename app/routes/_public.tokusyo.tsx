import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BRAND } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { MIN_CHARGE_YEN } from "#app/components/plans/plan-terms.ts";
import type { Operator } from "#app/domain/operator.ts";
import { PLANS } from "#app/domain/plans/plans.ts";

export const handle: PageHandle = {
  title: "特定商取引法に基づく表記",
  description: `${BRAND.name}の販売事業者、料金、支払いの方法と時期、解約と返金について。`,
};
export { meta } from "#app/components/frame/page-meta.ts";

const PRICES = (
  <ul>
    {PLANS.map(({ plan, name, priceYen }) => (
      <li key={plan}>
        {name}　{priceYen === 0 ? "無料" : `月額 ${priceYen.toLocaleString("en-US")}円（税込）`}
      </li>
    ))}
  </ul>
);

/** The law requires these items in this order. */
const rowsOf = (operator: Operator): readonly (readonly [string, ReactNode])[] => [
  ["販売事業者", operator.name],
  ["運営責任者", operator.representative],
  ["所在地", operator.address],
  ["電話番号", `${operator.phone}　${operator.hours}`],
  ["メールアドレス", operator.email],
  ["販売価格", PRICES],
  ["商品以外の費用", "インターネットの接続と通信の料金は、お客様のご負担です。"],
  ["支払方法", "クレジットカード（Stripeの画面で支払います）"],
  ["支払時期", "申し込みのとき。以後、解約するまで毎月自動で更新し、更新の日に請求します。"],
  ["提供時期", "支払いの手続きが済むと、すぐに使えます。"],
  ["契約の期間", "1か月。最低の利用期間はありません。"],
  [
    "プランの変更",
    `支払いの後すぐに有効になり、その日から新しい1か月が始まります。新しいプランの料金から、元のプランの残りを秒単位で差し引いた額を、変更のときに請求します。差し引いた額が料金を上回るときは請求せず、上回った額は充当額として次の請求から使います。${MIN_CHARGE_YEN}円に満たない額は、そのときは請求せず、次の請求に加えます。額は、変更を申し込む前の画面に示します。ダウングレードは、暦の1か月に1回までです。`,
  ],
  [
    "更新の支払いができないとき",
    "契約を終え、制限モード（フリーと同じ範囲）になります。料金はかかりません。あらためて支払うと、元のプランに戻ります。",
  ],
  [
    "解約",
    "プランの画面でフリーを選ぶと、いつでも、すぐに解約されます。以後の請求はありません。残っている充当額は消えます。退会すると、同時に解約されます。",
  ],
  [
    "返品と返金",
    "デジタルの役務のため、お客様の都合による返品と返金はできません。日割りの返金もありません。運営者の責任で使えなかったときは、その期間の料金を返します。",
  ],
  ["申し込みの期間", "定めはありません。"],
  ["動作環境", "iOS、Android、Windows、macOSの、最新版のSafari、Chrome、Edge、Firefox"],
];

export function loader({ context }: LoaderFunctionArgs) {
  return { operator: context.operator };
}

export default function CommercialLawPage() {
  const { operator } = useLoaderData<typeof loader>();
  return (
    <article className="prose">
      <h1>特定商取引法に基づく表記</h1>
      <dl>
        {rowsOf(operator).map(([term, text]) => (
          <Fact key={term} name={term}>
            {text}
          </Fact>
        ))}
      </dl>
      {/* Change the date with the text. */}
      <p className="t13 muted">表示の日　2026年11月23日</p>
    </article>
  );
}
