import { useState } from "react";

/**
 * Markup that a loader rendered (`renderParts`): charts and tables that the reader can at most unfold. Their components
 * and data are not sent to the browser, and React does not hydrate them. `html` is "" on hydration, because the page
 * already has the markup (`frame/framework-internals.ts`).
 *
 * @param id of the element, unique on the page
 * @param html null renders nothing
 */
export function StaticHtml({ id, html }: { id: string; html: string | null }) {
  // Kept in case hydration fails and React renders the page again.
  const [found] = useState(() => (import.meta.env.SSR ? "" : (document.getElementById(id)?.innerHTML ?? "")));
  if (html === null) return null;
  const markup = { __html: html === "" ? found : html };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it from our components and escaped user input
  return <div id={id} className="static-html" suppressHydrationWarning dangerouslySetInnerHTML={markup} />;
}

export function staticTexts(loaderData: Readonly<Record<string, unknown>>): string[] {
  return Object.values(loaderData).flatMap((data) => {
    if (typeof data !== "object" || data === null || !("html" in data)) return [];
    const { html } = data;
    return typeof html === "object" && html !== null ? Object.values(html).filter(isText) : [];
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
