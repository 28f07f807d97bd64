import type { CardRefusal } from "./world/checkout.ts";
import type { SessionRecord, World } from "./world/records.ts";

/** The input of a refused form, to fill it in again. */
export interface TypedCard {
  number: string;
  expiry: string;
  holder: string;
}

export const EMPTY_CARD: TypedCard = { number: "", expiry: "", holder: "" };

export const REFUSALS = {
  number: "カード番号を確認してください。テスト用の番号だけが使えます。",
  "expired-card": "有効期限を確認してください。",
  declined: "カードが承認されませんでした。別のカードをお試しください。",
} as const satisfies Record<CardRefusal, string>;

const STYLE = `
:root{color-scheme:light dark;--bg:#f5f7f3;--card:#fff;--ink:#15211b;--ink2:#46544c;--edge:#7f8c85;--act:#0b6b4a;--on:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--bg:#0d1411;--card:#141d19;--ink:#e9efeb;--ink2:#b6c3bb;--edge:#6c7b73;--act:#62cb9c;--on:#062015;--bad:#ff9a90}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.7 "Hiragino Sans","Noto Sans JP","Yu Gothic UI",Meiryo,sans-serif}
main{max-width:440px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:18px;line-height:1.4;margin:0 0 16px}
.card{background:var(--card);border-radius:12px;padding:16px;margin:0 0 16px}
dl{display:grid;grid-template-columns:1fr auto;gap:4px 16px;margin:0}
dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
label{display:block;margin:12px 0 4px;font-weight:600}
input{width:100%;min-height:48px;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:transparent;color:inherit;font:inherit;font-variant-numeric:tabular-nums}
button,.back{display:flex;align-items:center;justify-content:center;width:100%;min-height:48px;margin:16px 0 0;border-radius:8px;font:inherit;font-weight:600}
button{border:0;background:var(--act);color:var(--on);cursor:pointer}
button.plain,.back{border:1px solid var(--edge);background:transparent;color:inherit;text-decoration:none}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.note{color:var(--ink2);font-size:13px;line-height:1.65;margin:8px 0 0;overflow-wrap:anywhere}
h2{font-size:16px;margin:0 0 8px}
ul{list-style:none;margin:0;padding:0}
li+li{margin-top:16px}
.good{font-weight:600;margin:0 0 12px}
.bad{color:var(--bad);font-weight:600;margin:0 0 12px}
`;

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>${title}</h1>
${content}
</main></body>
</html>
`;
}

function backLink(session: SessionRecord): string {
  if (session.cancelUrl === null) return "";
  return `<a class="back" href="${escapeHtml(session.cancelUrl)}">支払わずに戻る</a>`;
}

function summary(world: World, session: SessionRecord): string {
  const { unitAmount, product, id } = world.prices[session.price]!;
  const { balance, email } = world.customers[session.customer]!;
  const credit = Math.min(Math.max(0, -balance), unitAmount);
  const yen = (amount: number) => `${amount.toLocaleString("ja-JP")}円`;
  return `<section class="card" aria-label="お申し込み内容"><dl>
<dt>${escapeHtml(world.products[product]?.name ?? id)}</dt><dd>${yen(unitAmount)} / 月</dd>
${credit === 0 ? "" : `<dt>残高の利用</dt><dd>−${yen(credit)}</dd>\n`}<dt>本日のお支払い</dt><dd>${yen(unitAmount - credit)}</dd>
</dl>${email === null ? "" : `<p class="note">${escapeHtml(email)}</p>`}
<p class="note">解約するまで毎月自動で更新されます。</p></section>`;
}

/** The note on test numbers, below both card forms. */
export const TEST_NUMBERS = `<section class="card" aria-label="テスト用の番号"><p class="note">実際の請求はありません。4242 4242 4242 4242 は成功、4000 0000 0000 0341 は次回の更新で失敗、4000 0000 0000 0002 は拒否、4000 0025 0000 3155 は本人確認のあと成功します。有効期限は未来の月、ほかは何でもかまいません。</p></section>`;

/** A card's fields, filled with earlier input. */
export function cardFields(typed: TypedCard, refused?: CardRefusal): string {
  const isWrong = (field: CardRefusal) => (refused === field ? ' aria-invalid="true" aria-describedby="refusal"' : "");
  return `<label for="number">カード番号</label>
<input id="number" name="number" value="${escapeHtml(typed.number)}" inputmode="numeric" autocomplete="cc-number" maxlength="23" required${isWrong("number")}>
<label for="expiry">有効期限（月/年）</label>
<input id="expiry" name="expiry" value="${escapeHtml(typed.expiry)}" placeholder="12/34" inputmode="numeric" autocomplete="cc-exp" maxlength="7" required${isWrong("expired-card")}>
<label for="cvc">セキュリティコード</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" pattern="[0-9]{3,4}" title="3桁か4桁の数字" required>
<label for="holder">カードの名義</label>
<input id="holder" name="holder" value="${escapeHtml(typed.holder)}" autocomplete="cc-name" maxlength="100" required>`;
}

/** The page of an open session, with the form of the card. */
export function renderPaymentPage(
  world: World,
  session: SessionRecord,
  refused?: { reason: CardRefusal; typed: TypedCard },
): string {
  const typed = refused?.typed ?? EMPTY_CARD;
  const message =
    refused === undefined ? "" : `<p class="bad" role="alert" id="refusal">${REFUSALS[refused.reason]}</p>`;
  return page(
    "お支払い（テスト）",
    `${summary(world, session)}
<form class="card" method="post" action="/c/pay/${session.id}">
${message}
${cardFields(typed, refused?.reason)}
<button type="submit">申し込んで支払う</button>
${backLink(session)}
</form>
${TEST_NUMBERS}`,
  );
}

/** The authentication step, for cards that require it. */
export function renderAuthenticationPage(session: SessionRecord, typed: TypedCard): string {
  const hidden = Object.entries({ ...typed, cvc: "000" })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("\n");
  return page(
    "本人確認（テスト）",
    `<form class="card" method="post" action="/c/pay/${session.id}">
<p>カード会社が本人確認を求めています。</p>
${hidden}
<button type="submit" name="authentication" value="passed">承認する</button>
<button class="plain" type="submit" name="authentication" value="failed">承認しない</button>
</form>`,
  );
}

/** The page of a session that is paid or expired. */
export function renderClosedPage(session: SessionRecord): string {
  if (session.status === "complete") {
    const url = session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
    return page(
      "お支払いは完了しています",
      `<div class="card"><p>このお申し込みは支払い済みです。もう一度請求されることはありません。</p><a class="back" href="${escapeHtml(url)}">サイトに戻る</a></div>`,
    );
  }
  return page(
    "お支払いの期限が切れました",
    `<div class="card"><p>もう一度プランの選択からお試しください。請求はありません。</p>${backLink(session)}</div>`,
  );
}

export function renderMissingPage(): string {
  return page("お支払いページが見つかりません", '<div class="card"><p>アドレスを確認してください。</p></div>');
}
