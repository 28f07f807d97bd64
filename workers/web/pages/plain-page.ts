import { escapeHtml } from "#app/domain/escape-html.ts";

export function plainPage({
  status,
  title,
  body,
  nonce,
  refreshSeconds,
}: {
  status: number;
  title: string;
  /** HTML; external values must be escaped by {@link escapeHtml}. */
  body: string;
  nonce: string;
  refreshSeconds?: number;
}): Response {
  const refresh = refreshSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${refreshSeconds}">`;
  return new Response(
    `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark }
body { font: 16px/1.7 sans-serif; max-width: 40rem; margin: 0 auto; padding: 24px 16px }
h1 { font-size: 22px; line-height: 1.45 }
h2 { font-size: 18px; line-height: 1.4; margin-bottom: 4px }
article { border-top: 1px solid #7f8c85; padding: 8px 0 16px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
a { display: inline-block; padding: 8px 0; overflow-wrap: anywhere }
small { color: inherit }
</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`,
    { status, headers: { "Content-Type": "text/html; charset=utf-8" } },
  );
}

export function plainText(status: number, text: string, headers: Record<string, string> = {}): Response {
  const fixed = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(`${text}\n`, { status, headers: { ...fixed, ...headers } });
}
