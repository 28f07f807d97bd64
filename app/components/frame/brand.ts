import type { MetaDescriptor } from "@remix-run/react";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";

/** The product's name and descriptions; the operator's particulars are in operator.ts. */
export const BRAND = {
  name: PRODUCT_NAME,
  tagline: "自分でつくる競馬AI",
  description:
    "気になる項目を選ぶと、過去のレースで学んだ自分だけの競馬AIモデルができます。成績は、学んでいないレースで正直に。",
  /** First year of the copyright line. */
  year: 2026,
} as const;

/** Help for people with a gambling problem (the racing bodies' joint counselling, checked 2026). */
export const HELP_LINE = {
  label: "のめり込みが心配なときの相談窓口",
  url: "https://www.koeikyogi.jp/addiction/index.html",
} as const;

/** Title of the browser tab. */
function documentTitle(page?: string): string {
  return page === undefined ? `${BRAND.name} ${BRAND.tagline}` : `${page}｜${BRAND.name}`;
}

/**
 * Title, description and sharing tags of a page: `export const meta: MetaFunction = (args) => pageMeta(args, {…})`.
 * URLs are absolute, on the configured origin; `property`/`name` come before `content`, as crawlers expect.
 */
export function pageMeta(
  { matches, location }: { matches: readonly { id: string; data?: unknown }[]; location: { pathname: string } },
  {
    title,
    description = BRAND.description,
    path = location.pathname,
  }: {
    title?: string;
    description?: string;
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
