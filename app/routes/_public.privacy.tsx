import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BRAND } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { LEGAL_DATES } from "#app/components/welcome/legal-dates.ts";
import type { Operator } from "#app/domain/operator.ts";

export const handle: PageHandle = {
  title: "プライバシーポリシー",
  description: `${BRAND.name}が預かる個人情報の項目、使いみち、委託先、保存の期間、開示と削除の方法、クッキー。`,
};
export { meta } from "#app/components/frame/page-meta.ts";

/** Name and place, purpose. */
const processorsOf = (operator: Operator): readonly (readonly [string, string])[] => [
  ["Cloudflare, Inc.（米国）", "サーバー、データベース、接続の保護、確認や再設定などのメールの送信。"],
  [
    "Stripe, Inc.（米国）とその日本法人",
    "有料プランの決済。メールアドレス、ユーザーの番号、選んだプランを送ります。カードの番号は同社だけが受け取り、運営者は持ちません。",
  ],
  [
    "お使いのブラウザーの通知サービス（Google、Mozilla、Apple、Microsoftなど、米国）",
    "端末への通知を選んだときだけ、その通知を端末へ運びます。中身は暗号化され、これらの会社には読めません。",
  ],
  [
    operator.signUpList,
    "登録の台帳（表計算）を使うとき、登録のときのメールアドレス、ユーザー名、ユーザーの番号、登録に来た案内の印、参照元（アドレスの?より前）、ブラウザーの種類。",
  ],
];

export function loader({ context }: LoaderFunctionArgs) {
  return { operator: context.operator };
}

export default function PrivacyPage() {
  const { operator } = useLoaderData<typeof loader>();
  return (
    <article className="prose">
      <h1>プライバシーポリシー</h1>
      <p className="t13 muted">制定日　{LEGAL_DATES.privacy}</p>
      <p>
        {operator.name}（以下「運営者」）は、個人情報の保護に関する法律を守り、{BRAND.name}
        で預かる情報を次のとおり扱います。
      </p>
      <h2>1. 預かる情報</h2>
      <ol>
        <li>
          登録：メールアドレス、ユーザー名、パスワード（元に戻せない形だけを保存します）、登録に来た案内の印、2段階認証のキーと、パスキーの名前と公開鍵（任意）。
        </li>
        <li>
          プロフィール（任意）：生年月日、性別、電話番号、都道府県、自己紹介、アイコン、競馬歴、好きな馬・騎手・券種、思い出のレース。
        </li>
        <li>
          利用：作成したモデル、分析とその結果、馬につけた印とメモ、お気に入りの馬、回数、お知らせを見た記録、お知らせの設定と、通知を届ける端末の宛先。
        </li>
        <li>支払い：プラン、請求と支払いの状態、決済会社での顧客番号。</li>
        <li>接続：日時、ページ、接続元のアドレス、ブラウザーの種類、参照元。</li>
        <li>お問い合わせの内容。</li>
      </ol>
      <h2>2. 使いみち</h2>
      <ol>
        <li>本人の確認、本サービスの提供、料金の請求。</li>
        <li>手続きや重要な変更のご連絡、ご質問への回答。</li>
        <li>不正な利用の防止、障害の調査。</li>
        <li>個人を特定しない形での、利用の集計とサービスの改善。</li>
      </ol>
      <p>広告のための追跡や、個人情報の販売はしません。</p>
      <h2>3. 委託先と、外国での取り扱い</h2>
      <p>次の会社に、必要な範囲で取り扱いを委託し、契約によって監督します。</p>
      <dl>
        {processorsOf(operator).map(([name, purpose]) => (
          <Fact key={name} name={name}>
            {purpose}
          </Fact>
        ))}
      </dl>
      <p>
        情報は、米国など外国のサーバーに保存されることがあります。米国には日本と同じ水準の包括的な保護法はありませんが、各社は契約と国際的な基準により、日本の法律に沿う措置をとります。措置の詳しい内容は、求めに応じて知らせます。
      </p>
      <h2>4. 第三者への提供</h2>
      <p>法令による場合と、人の生命や財産を守るため急を要する場合を除き、同意なく第三者に渡しません。</p>
      <h2>5. 公開されるもの</h2>
      <p>
        ランキングに載るモデルの名前とユーザー名、ご自身で共有した分析の結果とそのモデルの名前、ユーザー名、ご自身で公開したモデルの名前、項目の数、成績は、だれでも見られます。メールアドレスとプロフィールは公開しません。
      </p>
      <h2>6. 保存の期間</h2>
      <ol>
        <li>
          アカウントの情報：退会まで。退会すると、名前、メールアドレス、プロフィール、モデル、分析、印とメモ、お気に入り、フォロー、お知らせの設定と端末の宛先、APIのトークン、2段階認証のキーとパスキー、利用回数を消します。
        </li>
        <li>
          ランキングの過去の成績：退会の後は、名前を「退会したユーザー」、モデルの名前を「退会者のモデル」に変えて残します。
        </li>
        <li>
          支払いの記録（プランの履歴、決済会社での顧客番号と契約）：退会の後も、税法などが定める期間（7年、場合により10年）。退会すると、決済会社の顧客情報は、請求がなければ消し、あれば名前、メールアドレス、カードを消します。発行済みの請求書は残ります。
        </li>
        <li>登録の台帳を使うとき、その内容：退会では消えません。下の窓口で削除を受け付けます。</li>
        <li>
          登録や変更が済まなかったメールアドレス：確認のメールを最後に求めてから2日。変更の前のメールアドレス：変更を知らせるメールから7日。
        </li>
        <li>
          接続の記録：運営者が{operator.logDays}日で消します。データベースの復元用の履歴：30日、毎晩の控え：最長92日。
        </li>
        <li>お問い合わせ：解決から1年。</li>
      </ol>
      <h2>7. 安全のための措置</h2>
      <p>
        通信を暗号化し、パスワードは復元できない形で保存し、扱える人を限ります。漏えいのときは、法令に従い知らせます。
      </p>
      <h2>8. 書き出し、訂正、削除</h2>
      <ol>
        <li>
          設定の画面で、アカウントと利用の情報を書き出し、プロフィールを直し、退会によって消せます。パスワード、登録に来た案内の印、接続の記録、お問い合わせの内容は、書き出しに入りません。
        </li>
        <li>
          開示、訂正、利用の停止、削除、第三者への提供の停止は、下の窓口でも受け付けます。ご本人を確かめたうえで、遅れずに答えます。手数料はかかりません。
        </li>
      </ol>
      <h2>9. クッキー</h2>
      <p>
        ログインを保つためのクッキー（30日で切れ、ログアウトで消えます）と、保存した内容を次の画面にすぐ映すためのクッキー（5分で切れます）、また、端末への通知を選んだときは、ログアウトでその通知を止めるためのクッキーを使います。解析や広告のものは使いません。
      </p>
      <h2>10. 変更と窓口</h2>
      <p>大きく変えるときは、前もってこのページに載せます。</p>
      <dl>
        <Fact name="事業者">{operator.name}</Fact>
        <Fact name="住所と代表者">
          {operator.address}　{operator.representative}
        </Fact>
        <Fact name="窓口">
          {operator.email}　{operator.hours}
        </Fact>
      </dl>
    </article>
  );
}
