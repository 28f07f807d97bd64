import type { LinksFunction } from "@remix-run/cloudflare";
import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import { BRAND } from "./brand.ts";
import type { PageHandle } from "./page-handle.ts";

/** The meta tags of a page whose title and description are in its handle: `export { meta } from "…/page-meta.ts"`. */
export const meta: MetaFunction = (args) => {
  const { title, tabTitle, description } = (args.matches.at(-1)?.handle ?? {}) as PageHandle;
  // Null after an action that threw.
  const hasData = args.data !== undefined && args.data !== null;
  const own = typeof tabTitle === "function" && !hasData ? title : (tabTitle ?? title);
  return pageMeta(args, { title: typeof own === "function" ? own(args.data) : own, description });
};

export function stylesheets(...hrefs: string[]): LinksFunction {
  return () => hrefs.map((href) => ({ rel: "stylesheet", href }));
}

function documentTitle(page?: string): string {
  return page === undefined ? `${BRAND.name} ${BRAND.tagline}` : `${page}｜${BRAND.name}`;
}

/** `property` and `name` come before `content`, as crawlers expect. */
export function pageMeta(
  { matches, location }: { matches: readonly { id: string; data?: unknown }[]; location: { pathname: string } },
  {
    title,
    description = BRAND.description,
    path = location.pathname,
  }: {
    title?: string | undefined;
    description?: string | undefined;
    /** The canonical path, if it includes a query. */
    path?: string;
  } = {},
): MetaDescriptor[] {
  const root = matches.find(({ id }) => id === "root")?.data as { publicUrl?: string } | undefined;
  const origin = root?.publicUrl ?? "";
  return [
    { title: documentTitle(title) },
    { name: "description", content: description },
    { property: "og:site_name", content: BRAND.name },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "ja_JP" },
    { property: "og:title", content: documentTitle(title) },
    { property: "og:description", content: description },
    { property: "og:url", content: `${origin}${path}` },
    { property: "og:image", content: `${origin}/icon-512.png` },
    { property: "og:image:width", content: "512" },
    { property: "og:image:height", content: "512" },
    { property: "og:image:type", content: "image/png" },
    { name: "twitter:card", content: "summary" },
  ];
}
