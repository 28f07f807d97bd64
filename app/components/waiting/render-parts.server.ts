import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Markup for `StaticHtml`, for a loader's `html`; null for a part that renders nothing. */
export function renderParts<K extends string>(parts: Readonly<Record<K, ReactNode>>): Record<K, string | null> {
  const entries = Object.entries<ReactNode>(parts).map(([id, part]) => [id, renderToStaticMarkup(part) || null]);
  return Object.fromEntries(entries) as Record<K, string | null>;
}
