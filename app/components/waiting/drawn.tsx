import { useState } from "react";

/**
 * What a loader drew (`renderToStaticMarkup`) and nothing in the browser changes: charts and tables that the reader
 * unfolds at most. Neither their components nor their data go to the browser, and React takes nothing of them over.
 * `html` is "" where the server has written it into the page that the browser takes over (`frame/framework-internals.ts`).
 *
 * @param id of the element, one on the page
 * @param html never empty on the server: what is not there is not shown
 */
export function Drawn({ id, html }: { id: string; html: string }) {
  // Kept for the page that React draws anew, should it fail to take this one over.
  const [found] = useState(() => (import.meta.env.SSR ? "" : (document.getElementById(id)?.innerHTML ?? "")));
  const markup = { __html: html === "" ? found : html };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React drew it from our components, escaping what users typed
  return <div id={id} className="drawn" suppressHydrationWarning dangerouslySetInnerHTML={markup} />;
}

/** The texts that loaders drew for a page: all that stand under `drawn` in their data. @param loaderData by route */
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
