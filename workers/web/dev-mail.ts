import { escapeHtml } from "#app/domain/escape-html.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { plainPage } from "./pages/plain-page.ts";

/** Mail is sent through a queue, so the page of an empty outbox refreshes. */
const EMPTY_REFRESH_SECONDS = 3;

/** In development only: the outbox, newest first, as JSON, or for browsers as a page with working links. */
export async function handleDevMail(
  services: Services,
  { request, nonce }: { request: Request; nonce: string },
): Promise<Response> {
  const mails = await services.jobHealth.listDevMails();
  if (!(request.headers.get("Accept") ?? "").includes("text/html")) {
    return Response.json(mails, { headers: { Vary: "Accept" } });
  }
  const body =
    mails.length === 0
      ? "<p>メールはまだありません。届くと数秒で表示されます。</p>"
      : mails
          .map(
            (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<small>宛先 ${escapeHtml(mail.to)}　${escapeHtml(formatSentAt(mail.sentAt))}</small>${describeHeaders(mail.headers)}
<pre>${linkUrls(mail.text)}</pre>
</article>`,
          )
          .join("\n");
  const page = plainPage({
    status: 200,
    title: "送信メール（開発用）",
    body,
    nonce,
    ...(mails.length === 0 ? { refreshSeconds: EMPTY_REFRESH_SECONDS } : {}),
  });
  page.headers.set("Vary", "Accept");
  return page;
}

function describeHeaders(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${escapeHtml(name)}: ${escapeHtml(value)}`);
  return lines.length === 0 ? "" : `\n<pre>${lines.join("\n")}</pre>`;
}

function formatSentAt(sentAt: number): string {
  return new Intl.DateTimeFormat("ja-JP", { timeZone: "Asia/Tokyo", dateStyle: "long", timeStyle: "medium" }).format(
    sentAt * 1000,
  );
}

function linkUrls(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join("");
}
