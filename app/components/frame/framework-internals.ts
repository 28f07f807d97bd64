/**
 * All code that relies on undocumented behaviour of Remix 2.17 and React 18, or on the markup that they render. The only
 * other file with private behaviour is app/db/database.server.ts (`prepareBatch`, drizzle 0.45), listed here too.
 *
 * | Relies on | For | Breaks in |
 * |---|---|---|
 * | `serverHandoffStream`, `renderMeta.didRenderScripts`, `streamController` | a page in one `renderToString` | framework-internals.test.tsx |
 * | JSON strings inside the encoded loader data | `StaticHtml` is sent once | framework-internals.test.tsx, page-weight |
 * | the text of stylesheet and modulepreload links; React keeps links and foreign attributes | inlined styles | framework-internals.test.tsx, pages/styles |
 * | `RemixBrowser` called as a function throws the promise of its data | no suspension inside the root | framework-internals.test.tsx |
 * | drizzle: `mapResult` and `getQuery` of a prepared query, `$client` | a batch that is built once | types, every test with D1 |
 */

interface HandoffContext {
  serverHandoffStream?: ReadableStream<Uint8Array> | undefined;
  renderMeta?: { didRenderScripts?: boolean | undefined } | undefined;
}

/**
 * Removes the loaders' data from the stream that Remix would write after the page. React's stream writer is the largest
 * cost of a page, and no loader defers. Call it before rendering, and the returned function after it. That returns the
 * data as encoded text, or null for a page without `<Scripts/>`.
 */
export function removeHandoff(context: HandoffContext): () => Promise<string | null> {
  const stream = context.serverHandoffStream;
  context.serverHandoffStream = undefined;
  return async () => {
    if (context.renderMeta?.didRenderScripts && stream !== undefined) return new Response(stream).text();
    await stream?.cancel();
    return null;
  };
}

export function handoffScript(encoded: string, nonce: string): string {
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${inScript(encoded)});${controller}.close();</script>`;
}

/** A string literal that cannot end the surrounding script element. */
function inScript(text: string): string {
  return JSON.stringify(text)
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("&", "\\u0026")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Replaces the texts in the encoded data by "". The browser reads them from the page (`StaticHtml`). */
export function withoutTexts(encoded: string, texts: readonly string[]): string {
  return texts.reduce((left, text) => left.replace(JSON.stringify(text), '""'), encoded);
}

const PRELOAD = '<link rel="modulepreload"';

/** Scripts load after the style. At the same priority they would compete for the network and delay the paint. */
export function lowerPreloads(html: string): string {
  return html.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);
}

/**
 * Writes stylesheets into the two style elements of the head (`StyleSlots` in root.tsx), so that the first paint needs
 * one round trip. React and Remix need the links, so they stay, but disabled until hydration
 * (`keeping/held-styles.ts`). `media` excludes them too: Chromium's preload scanner loads disabled links before the
 * scripts. `styles` are texts by URL, of the frame and of single pages.
 */
export function inlineStyles(
  html: string,
  styles: Readonly<Record<"app" | "page", Readonly<Record<string, string>>>>,
): string {
  // A page without script has no such element and links its styles.
  if (!html.includes("data-style=")) return html;
  const texts = { app: "", page: "" };
  const linked = html.replace(/<link rel="stylesheet" href="([^"]+)"/g, (link, href: string) => {
    const slot = styles.app[href] === undefined ? "page" : "app";
    const text = styles[slot][href];
    if (text === undefined) return link;
    texts[slot] += text;
    return `<link rel="stylesheet" disabled="" media="not all" data-style="${slot}" href="${href}"`;
  });
  return linked.replace(
    /(<style [^>]*data-style="(app|page)"[^>]*>)<\/style>/g,
    (_, start: string, slot: "app" | "page") => `${start}${texts[slot]}</style>`,
  );
}

/**
 * Waits until the page's data is decoded. Until then `RemixBrowser` throws a promise before any hook. Inside the root
 * that suspension, with a key pressed meanwhile, causes React 18's error 345 ("Root did not complete").
 */
export async function decodePageData(remixBrowser: (props: Record<string, never>) => unknown): Promise<void> {
  try {
    remixBrowser({});
  } catch (promise) {
    await promise;
  }
}
