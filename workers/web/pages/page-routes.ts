import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { toTree } from "./page-address.ts";

type PageHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/** Placeholder for an id in a path; no page has this id or name. */
const ANY_ID = "0";

/**
 * Gives Remix, for each known path, a build of only the routes that can match. Remix matches all routes several times
 * per request, a seventh of the work of a list page. Responses are identical.
 */
export function createPageHandler(build: ServerBuild, mode: string): PageHandler {
  const tree = toTree(build.routes);
  const everything = createRequestHandler(build, mode);
  const handlers = new Map<string, PageHandler | null>(listAddresses(build.routes).map((address) => [address, null]));

  function handlerOf(address: string): PageHandler {
    const known = handlers.get(address);
    if (known === undefined) return everything;
    const handler = known ?? createRequestHandler(narrow(build, listRoutes(tree, address)), mode);
    if (known === null) handlers.set(address, handler);
    return handler;
  }

  return (request, context) => handlerOf(addressOf(new URL(request.url).pathname))(request, context);
}

/** Path of a page or its data, with {@link ANY_ID} replacing a number at the end. */
function addressOf(pathname: string): string {
  return pathname.replace(/\.data$/, "").replace(/\/\d+$/, `/${ANY_ID}`);
}

/** Paths of all pages with at most one parameter, at the end; optional segments are included. */
function listAddresses(routes: ServerBuild["routes"]): string[] {
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map(({ id }) => {
      const parts: string[] = [];
      for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? ""])
        if (route.path) parts.unshift(route.path);
      return `/${parts.join("/")}`.replaceAll("?", "").replace(/\/:\w+$/, `/${ANY_ID}`);
    })
    .filter((address) => !/[:*]/.test(address));
}

/** With those of the parent paths: the page's script needs them for links upwards (`getPartialManifest`). */
function listRoutes(tree: ReturnType<typeof toTree>, address: string): Set<string> {
  const parts = address.split("/").filter((part) => part !== "");
  const addresses = [...parts.keys(), parts.length].map((count) => `/${parts.slice(0, count).join("/")}`);
  return new Set(addresses.flatMap((one) => (matchRoutes(tree, one) ?? []).map(({ route }) => route.id ?? "")));
}

function narrow(build: ServerBuild, ids: Set<string>): ServerBuild {
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
