import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

const READ = ["GET", "HEAD"];

/**
 * The canonical URL of a page requested with superfluous slashes, or null if it is canonical. Repeated slashes are
 * collapsed, so the result is always a path on this site, never `//another.host`.
 */
export function canonicalAddress(url: URL): string | null {
  const path = url.pathname.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return path === url.pathname ? null : `${path}${url.search}`;
}

export function pagePath(path: string): string {
  return path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
}

/** Allowed methods by path: POST only for pages with an action. */
export function readPageMethods(routes: ServerBuild["routes"]): (path: string) => readonly string[] {
  type Route = { id: string; path?: string; index?: boolean; takesForms: boolean; children: Route[] };
  const below = (parentId: string | undefined): Route[] =>
    Object.values(routes).flatMap((route) =>
      route !== undefined && route.parentId === parentId
        ? [
            {
              id: route.id,
              path: route.path,
              index: route.index,
              takesForms: route.module.action !== undefined,
              children: route.index ? [] : below(route.id),
            },
          ]
        : [],
    );
  const tree = below(undefined);
  return (path) => {
    const page = matchRoutes(tree as Parameters<typeof matchRoutes>[0], path)?.at(-1)?.route;
    return page !== undefined && "takesForms" in page && page.takesForms === true ? [...READ, "POST"] : READ;
  };
}
