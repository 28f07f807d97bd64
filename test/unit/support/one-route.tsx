import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

type Page = ServerBuild["routes"][string]["module"];
type HandleRequest = ServerBuild["entry"]["module"]["default"];

/** The text of the response of a real Remix server whose only page is at `/`, rendered by `handleRequest`. */
export async function requestPage(page: Page, handleRequest: HandleRequest, { singleFetch = true } = {}) {
  const route = {
    hasAction: false,
    hasLoader: page.loader !== undefined,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: false,
  };
  const build: ServerBuild = {
    mode: "production",
    assetsBuildDirectory: "",
    publicPath: "/",
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: singleFetch,
      v3_lazyRouteDiscovery: true,
    },
    assets: {
      version: "1",
      url: "/manifest.js",
      entry: { module: "/entry.js", imports: ["/frame.js"] },
      routes: { root: { id: "root", path: "", module: "/root.js", ...route } },
    },
    routes: { root: { id: "root", path: "", module: page } },
    entry: { module: { default: handleRequest } },
  };
  const answer = await createRequestHandler(build, "production")(new Request("http://site.invalid/"));
  return answer.text();
}

/** The markup of components with Remix's forms or links, which need its router around them. */
export function drawInRouter(element: ReactElement): Promise<string> {
  return requestPage(
    { default: () => element },
    (request, status, headers, context) =>
      new Response(renderToStaticMarkup(<RemixServer context={context} url={request.url} />), { status, headers }),
    // It would stream the page's data behind the markup.
    { singleFetch: false },
  );
}
