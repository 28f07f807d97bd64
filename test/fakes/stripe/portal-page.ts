import { cardFields, EMPTY_CARD, escapeHtml, page, REFUSALS, TEST_NUMBERS, type TypedCard } from "./payment-page.ts";
import type { CardRefusal } from "./world/checkout.ts";
import type { InvoiceRecord, PortalSessionRecord, World } from "./world/records.ts";

const STATUS_WORDS = {
  draft: "作成中",
  open: "未払い",
  paid: "支払い済み",
  void: "取り消し",
} as const satisfies Record<InvoiceRecord["status"], string>;

const yen = (amount: number) => `${amount.toLocaleString("ja-JP")}円`;
const day = (at: number) => new Date((at + 9 * 3600) * 1000).toISOString().slice(0, 10).replaceAll("-", "/");

/** The customer's invoices except drafts, newest first. */
export function listInvoices(world: World, session: PortalSessionRecord): InvoiceRecord[] {
  return Object.values(world.invoices)
    .filter(({ customer, status }) => customer === session.customer && status !== "draft")
    .toReversed();
}

/** The card to show: the customer's default, which the portal's form sets, else that of the live subscription. */
function findCard(world: World, { customer }: PortalSessionRecord) {
  const chosen = world.customers[customer]?.defaultPaymentMethod;
  const live = Object.values(world.subscriptions).find((one) => one.customer === customer && one.status !== "canceled");
  return world.paymentMethods[chosen ?? live?.defaultPaymentMethod ?? ""] ?? null;
}

/** The portal's page: the card, the form to change it, and the list of invoices. */
export function renderPortal(
  world: World,
  session: PortalSessionRecord,
  { refused, isChanged = false }: { refused?: { reason: CardRefusal; typed: TypedCard }; isChanged?: boolean } = {},
): string {
  const card = findCard(world, session);
  const invoices = listInvoices(world, session).map(
    (invoice) => `<li><span>${day(invoice.created)}　${STATUS_WORDS[invoice.status]}　${yen(invoice.amountDue)}</span>
<a class="back" href="/p/session/${session.id}/invoice/${invoice.id}">請求書と領収書</a></li>`,
  );
  const message =
    refused === undefined
      ? isChanged
        ? '<p class="good" role="status">カードを変更しました。</p>'
        : ""
      : `<p class="bad" role="alert" id="refusal">${REFUSALS[refused.reason]}</p>`;
  return page(
    "お支払いの管理（テスト）",
    `<section class="card" aria-label="カード"><h2>カード</h2>
${message}
<p>${card === null ? "登録されたカードはありません。" : `${escapeHtml(card.brand)} •••• ${card.last4}　有効期限 ${card.expiryMonth}/${card.expiryYear}`}</p>
<form method="post" action="/p/session/${session.id}">
${cardFields(refused?.typed ?? EMPTY_CARD, refused?.reason)}
<button type="submit">カードを変更する</button>
</form></section>
<section class="card" aria-label="請求の履歴"><h2>請求の履歴</h2>
${invoices.length === 0 ? '<p class="note">請求はまだありません。</p>' : `<ul>${invoices.join("\n")}</ul>`}</section>
${session.returnUrl === null ? "" : `<a class="back" href="${escapeHtml(session.returnUrl)}">サイトに戻る</a>`}
${TEST_NUMBERS}`,
  );
}

/** The page of an invoice, which is a receipt once it is paid. */
export function renderInvoicePage(session: PortalSessionRecord, invoice: InvoiceRecord): string {
  const lines = invoice.lines.map(
    ({ description, amount }) => `<dt>${escapeHtml(description)}</dt><dd>${yen(amount)}</dd>`,
  );
  const paid = invoice.paidAt === null ? "" : `<dt>支払日</dt><dd>${day(invoice.paidAt)}</dd>`;
  return page(
    invoice.status === "paid" ? "領収書（テスト）" : "請求書（テスト）",
    `<section class="card"><dl>
<dt>番号</dt><dd>${escapeHtml(invoice.number ?? invoice.id)}</dd>
<dt>状態</dt><dd>${STATUS_WORDS[invoice.status]}</dd>
${lines.join("\n")}
<dt>合計</dt><dd>${yen(invoice.total)}</dd>
<dt>お支払い額</dt><dd>${yen(invoice.amountPaid)}</dd>
${paid}
</dl></section>
<a class="back" href="/p/session/${session.id}">戻る</a>`,
  );
}
