import type { MetaFunction } from "@remix-run/cloudflare";
import { BRAND, documentTitle } from "#app/components/brand.ts";

export const meta: MetaFunction = () => [{ title: documentTitle("プライバシー") }];

export default function PrivacyPage() {
  return (
    <article className="prose">
      <h1>プライバシーポリシー</h1>
      <p>
        {BRAND.operator.name}は、{BRAND.name}で預かる情報を、次のとおり扱います。
      </p>
      <h2>預かる情報</h2>
      <ol>
        <li>登録のとき：メールアドレス、ユーザー名、パスワード（元に戻せない形で保存します）。</li>
        <li>利用のとき：作成したモデル、分析の結果、アクセスの記録（時刻、ページ、接続元のアドレス）。</li>
        <li>プロフィールに、ご自身で入力した内容。</li>
      </ol>
      <h2>使いみち</h2>
      <ol>
        <li>本サービスの提供、ご連絡、お問い合わせへの回答。</li>
        <li>不正な利用の防止、障害の調査、サービスの改善。</li>
      </ol>
      <h2>第三者への提供</h2>
      <p>
        法令による場合を除き、同意なく第三者に渡しません。配信や決済などの業務を委託するときは、必要な範囲に限り、委託先を監督します。
      </p>
      <h2>公開されるもの</h2>
      <p>
        ランキングに載るモデルの名前とユーザー名、ご自身で共有した分析の結果は、だれでも見られます。メールアドレスは公開しません。
      </p>
      <h2>クッキー</h2>
      <p>ログインを保つために、クッキーを1つ使います（30日）。広告や行動の追跡には使いません。</p>
      <h2>開示、訂正、削除</h2>
      <p>ご本人からの求めに応じます。退会すると、メールアドレス、名前、プロフィールは削除されます。</p>
      <p className="t13 muted">お問い合わせ：{BRAND.operator.email}</p>
    </article>
  );
}
