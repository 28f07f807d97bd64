import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

const READ = ["GET", "HEAD"];

/** Null if the URL is canonical. Repeated slashes are collapsed, so it is never `//another.host`. */
export function canonicalAddress(url: URL): string | null {
  const path = url.pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return path === url.pathname ? null : `${path}${url.search}`;
}

export function pagePath(path: string): string {
  return path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
}

type RouteTree = NonNullable<Parameters<typeof matchRoutes>[0]>;

/** The routes as `matchRoutes` needs them. */
export function toTree(routes: ServerBuild["routes"], parentId?: string): RouteTree {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) => {
      const children = toTree(routes, id);
      return { id, path, index, caseSensitive, ...(children.length > 0 ? { children } : {}) };
    }) as RouteTree;
}

/** Allowed methods by path: POST only for pages with an action. */
export function readPageMethods(routes: ServerBuild["routes"]): (path: string) => readonly string[] {
  const tree = toTree(routes);
  return (path) => {
    const page = matchRoutes(tree, path)?.at(-1)?.route;
    return routes[page?.id ?? ""]?.module.action === undefined ? READ : [...READ, "POST"];
  };
}
