import { useState } from "react";

/**
 * Static markup that a loader rendered (`renderToStaticMarkup`): charts and tables that the reader can at most unfold.
 * Neither their components nor their data are sent to the browser, and React does not hydrate them. `html` is "" on
 * hydration, as the page already has the markup (`frame/framework-internals.ts`).
 *
 * @param id of the element, unique on the page
 * @param html never empty on the server; render nothing instead
 */
export function Drawn({ id, html }: { id: string; html: string }) {
  // Kept in case hydration fails and React renders the page again.
  const [found] = useState(() => (import.meta.env.SSR ? "" : (document.getElementById(id)?.innerHTML ?? "")));
  const markup = { __html: html === "" ? found : html };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it from our components and escaped user input
  return <div id={id} className="drawn" suppressHydrationWarning dangerouslySetInnerHTML={markup} />;
}

/**
 * The markup that loaders rendered for a page: all texts under `drawn` in their data.
 * @param loaderData by route
 */
export function drawnTexts(loaderData: Readonly<Record<string, unknown>>): string[] {
  return Object.values(loaderData).flatMap((data) => {
    if (typeof data !== "object" || data === null || !("drawn" in data)) return [];
    const { drawn } = data;
    return typeof drawn === "object" && drawn !== null ? Object.values(drawn).filter(isText) : [];
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
