import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { InlineStylesContext, NonceContext } from "./components/frame/document-contexts.ts";
import {
  handoffScript,
  inlineStyles,
  lowerPreloads,
  removeHandoff,
  withoutTexts,
} from "./components/frame/framework-internals.ts";
import { staticTexts } from "./components/waiting/static-html.tsx";

/**
 * Text and URL of every stylesheet that a page may link, by file. A name that begins with "_" marks a part of others.
 */
const TEXTS = import.meta.glob<string>(["./components/**/*.css", "!./components/**/_*.css"], {
  query: "?inline",
  import: "default",
  eager: true,
});
const URLS = import.meta.glob<string>(["./components/**/*.css", "!./components/**/_*.css"], {
  query: "?url",
  import: "default",
  eager: true,
});

function readStyle(file: string): { href: string; text: string } {
  const [href, text] = [URLS[file], TEXTS[file]];
  if (href === undefined || text === undefined) throw new Error(`no stylesheet ${file}`);
  return { href, text };
}

const textsByUrl = (styles: readonly { href: string; text: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(styles.map(({ href, text }) => [href, text]));

const PUBLIC_BASE = readStyle("./components/welcome/public-base.css").text;

/** Stylesheets of the pages without log-in, the most used first. The content policy must allow their hashes. */
export const publicStyles = [
  readStyle("./components/frame/public.css"),
  ...[
    "./components/welcome/top.css",
    "./components/rankings/share-rankings.css",
    "./components/sharing/share-analysis.css",
    "./components/rankings/share-season.css",
    "./components/crowd/share-crowd.css",
    "./components/public-models/share-model.css",
    "./components/seal/verify.css",
  ].map((file) => {
    const { href, text } = readStyle(file);
    return { href, text: PUBLIC_BASE + text };
  }),
];

const INLINE_STYLES = textsByUrl(publicStyles);

const APP_STYLE = readStyle("./components/frame/app.css");
const APP_STYLES = textsByUrl([APP_STYLE]);
const PAGE_STYLES = textsByUrl(
  Object.keys(TEXTS)
    .map(readStyle)
    .filter(({ href }) => href !== APP_STYLE.href && INLINE_STYLES[href] === undefined),
);

/** Renders a page without streaming. Its style is in the head; pages with script have the loaders' data at the end. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce } = loadContext;
  const readHandoff = removeHandoff(remixContext);
  const rendered = renderToString(
    <NonceContext.Provider value={nonce}>
      <InlineStylesContext.Provider value={INLINE_STYLES}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </InlineStylesContext.Provider>
    </NonceContext.Provider>,
  );
  // Vite replaces the linked stylesheets in development.
  const page = import.meta.env.DEV
    ? rendered
    : lowerPreloads(inlineStyles(rendered, { app: APP_STYLES, page: PAGE_STYLES }));
  const encoded = await readHandoff();
  const texts = staticTexts(remixContext.staticHandlerContext.loaderData);
  const script = encoded === null ? "" : handoffScript(withoutTexts(encoded, texts), nonce);
  // Remix passes only the cookies of an action's headers on to the document.
  for (const sent of Object.values(remixContext.staticHandlerContext.actionHeaders ?? {})) {
    const retryAfter = sent?.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${page.replace("</body>", () => `${script}</body>`)}`, { status, headers });
}

/**
 * Logs unexpected errors of loaders, actions and rendering under the request id that the error page shows. Aborted
 * requests and error responses such as 404 and 405 are not logged.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.logError(error);
};
