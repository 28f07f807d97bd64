import type { MetaFunction } from "@remix-run/cloudflare";
import { BRAND, documentTitle } from "#app/components/brand.ts";

export const meta: MetaFunction = () => [{ title: documentTitle("特定商取引法に基づく表記") }];

const ROWS: readonly (readonly [string, string])[] = [
  ["販売事業者", BRAND.operator.name],
  ["運営責任者", BRAND.operator.representative],
  ["所在地", BRAND.operator.address],
  ["電話番号", BRAND.operator.phone],
  ["メールアドレス", BRAND.operator.email],
  ["販売価格", "各プランの画面に税込で表示します。フリープランは無料です。"],
  ["商品以外の費用", "通信料はお客様のご負担です。"],
  ["支払方法", "クレジットカード"],
  ["支払時期", "申し込み時、以後1か月ごと"],
  ["提供時期", "支払いの完了後、すぐに使えます。"],
  ["解約と返金", "いつでも解約できます。サービスの性質上、支払い済みの料金は返金しません。"],
  ["動作環境", "最新版の主要なブラウザー"],
];

export default function CommercialLawPage() {
  return (
    <article className="prose">
      <h1>特定商取引法に基づく表記</h1>
      <dl>
        {ROWS.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
