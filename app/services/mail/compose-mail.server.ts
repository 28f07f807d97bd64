import type { Mail } from "#app/adapters/mail.server.ts";
import { escapeHtml } from "#app/domain/escape-html.ts";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";

type Paragraph = string | { link: string; label: string };

export function compose(
  to: string,
  subject: string,
  paragraphs: readonly Paragraph[],
  { headers }: Pick<Mail, "headers"> = {},
): Mail {
  const footer = `${PRODUCT_NAME}（このメールは送信専用です）`;
  const text = paragraphs.map((paragraph) => (typeof paragraph === "string" ? paragraph : paragraph.link));
  const html = paragraphs.map((paragraph) =>
    typeof paragraph === "string"
      ? `<p>${escapeHtml(paragraph)}</p>`
      : `<p><a href="${escapeHtml(paragraph.link)}">${escapeHtml(paragraph.label)}</a><br>${escapeHtml(paragraph.link)}</p>`,
  );
  return {
    to,
    subject: `【${PRODUCT_NAME}】${subject}`,
    text: `${[...text, footer].join("\n\n")}\n`,
    html: `<!doctype html><html lang="ja"><meta charset="utf-8"><body style="font-family:sans-serif;line-height:1.7;color:#15211b">${html.join("")}<p style="color:#5f6c65">${escapeHtml(footer)}</p></body></html>`,
    ...(headers !== undefined && { headers }),
  };
}
