import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

type PageHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/** Stands for an id in an address: no page has it, and no page is called so. */
const ANY_ID = "0";

interface RouteNode {
  id: string;
  path?: string;
  index?: boolean;
  caseSensitive?: boolean;
  children?: RouteNode[];
}

/**
 * Remix's request handler, which knows for an ordinary address which routes can matter: it then has a build of these
 * alone. Remix looks for the page among all routes half a dozen times a request and makes all of them anew for each
 * render, which was a seventh of the work of a list's page. Answers are the same.
 */
export function createPageHandler(build: ServerBuild, mode: string): PageHandler {
  const tree = toTree(build.routes);
  const everything = createRequestHandler(build, mode);
  // Written addresses of all pages; made on first use.
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

/** The address of a page's or its data's path, with {@link ANY_ID} for a number at its end. */
function addressOf(pathname: string): string {
  return pathname.replace(/\.data$/, "").replace(/\/\d+$/, `/${ANY_ID}`);
}

/** One for each page with at most one parameter, at its end; optional parts are written. */
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

function toTree(routes: ServerBuild["routes"], parentId?: string): RouteNode[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) => {
      const children = toTree(routes, id);
      return { id, path, index, caseSensitive, ...(children.length > 0 ? { children } : {}) };
    });
}

/**
 * Routes of the address, and those of its parents and the root: the page's script is told of these too, for links that
 * lead up (`getPartialManifest` of Remix).
 */
function listRoutes(tree: RouteNode[], address: string): Set<string> {
  const parts = address.split("/").filter((part) => part !== "");
  const addresses = [...parts.keys(), parts.length].map((count) => `/${parts.slice(0, count).join("/")}`);
  // The types tell index routes and others apart by a literal.
  const routes = tree as Parameters<typeof matchRoutes>[0];
  return new Set(addresses.flatMap((one) => (matchRoutes(routes, one) ?? []).map(({ route }) => route.id ?? "")));
}

function narrow(build: ServerBuild, ids: Set<string>): ServerBuild {
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
