/**
 * All code that relies on undocumented behaviour of Remix 2.17 and React 18, or on the text that they render. Nothing
 * else in the project does; `scripts/bench/results.md` has the measured gain of each part.
 *
 * | Relies on | For | Breaks in |
 * |---|---|---|
 * | `EntryContext.serverHandoffStream`, `renderMeta.didRenderScripts`, `window.__remixContext.streamController` | a page in one `renderToString` | framework-internals.test.tsx, every journey with script |
 * | JSON strings inside the encoded loader data | markup that a loader rendered is sent once | framework-internals.test.tsx, page-weight |
 * | `<link rel="stylesheet" href=` and `<link rel="modulepreload"` in rendered markup; React keeps a link of the same URL, and the attributes that it has not set; Remix takes any link as loaded | styles in the page, scripts behind them | framework-internals.test.tsx, page-weight, pages/styles |
 * | `RemixBrowser` called as a function throws the promise of its data | no suspension inside the root | framework-internals.test.tsx, the journeys that type at once |
 */

/** The parts of Remix's `EntryContext` used here. */
interface HandoffContext {
  serverHandoffStream?: ReadableStream<Uint8Array> | undefined;
  renderMeta?: { didRenderScripts?: boolean | undefined } | undefined;
}

/**
 * Takes the loaders' data out of the stream that Remix would write after the page: React's stream writer is the largest
 * cost of a page, and no loader defers. Call it before rendering.
 *
 * @returns a function to call after rendering: the data as encoded text, or null for a page without `<Scripts/>`
 */
export function takeHandoff(context: HandoffContext): () => Promise<string | null> {
  const stream = context.serverHandoffStream;
  context.serverHandoffStream = undefined;
  return async () => {
    if (context.renderMeta?.didRenderScripts && stream !== undefined) return new Response(stream).text();
    await stream?.cancel();
    return null;
  };
}

/** The script that passes the encoded data to Remix in the browser. */
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

/** Replaces the texts in the encoded data by "": the browser finds them in the page (`Drawn`). */
export function withoutTexts(encoded: string, texts: readonly string[]): string {
  return texts.reduce((left, text) => left.replace(JSON.stringify(text), '""'), encoded);
}

const PRELOAD = '<link rel="modulepreload"';

/** Preloads scripts after the style: at the same priority they would compete for the network and delay the paint. */
export function lowerPreloads(html: string): string {
  return html.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);
}

/**
 * Writes stylesheets into the two style elements of the head (`StyleSlots` in root.tsx), so that the first paint waits
 * for one round trip instead of two. The links stay in the markup, where React and Remix look for them, but disabled so
 * that no browser loads them before the page is hydrated (`keeping/held-styles.ts`). They are for no medium too: Chromium's
 * preload scanner, which reads ahead on slow phones, loads disabled ones before the scripts.
 *
 * @param styles texts by URL, of the app's frame and of single pages
 */
export function inlineStyles(
  html: string,
  styles: Readonly<Record<"app" | "page", Readonly<Record<string, string>>>>,
): string {
  // A page without script links its styles, as it has no element to write them into.
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
 * Waits until the page's data is decoded: until then `RemixBrowser` throws a promise at its first call, before any
 * hook. If it suspended inside the root instead, a key pressed at that moment would cause React 18's error 345 ("Root
 * did not complete").
 */
export async function decodePageData(remixBrowser: (props: Record<string, never>) => unknown): Promise<void> {
  try {
    remixBrowser({});
  } catch (promise) {
    await promise;
  }
}
