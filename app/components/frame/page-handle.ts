import type { UIMatch } from "@remix-run/react";

/** Settings of a route for the layouts above it: `export const handle: PageHandle = { title: "AIモデル" }`. */
export interface PageHandle {
  /** h1 of a logged-in page; a function if it depends on the loader's data. */
  title?: string | ((data: unknown) => string);
  /** Target of the back button instead of {@link backPath}. */
  back?: string;
  /** The page has a dock instead of the tab bar. */
  hasDock?: boolean;
  /** The page loads no framework script, as all public ones. */
  noScripts?: boolean;
  /**
   * URL of the stylesheet of a page without script, which may depend on the loader's data. It replaces `links`, which
   * also serves later navigation.
   */
  stylesheet?: (data: unknown) => string;
  /** A public page of about one screen: the paint waits for all of it, or its footer or centre would shift. */
  isShort?: boolean;
  /** The link on the right of a public page's bar; null for none. */
  link?: { to: string; label: string } | null;
}

/** A handle whose functions of data are evaluated. */
type ReadHandle = Omit<PageHandle, "title" | "stylesheet"> & { title: string; stylesheet?: string };

/** The merged handles of all matches; the page's own takes precedence. */
export function pageHandle(matches: UIMatch[]): ReadHandle {
  const merged: ReadHandle = { title: "" };
  for (const match of matches) {
    const handle = match.handle as PageHandle | undefined;
    if (handle === undefined) continue;
    const { title, stylesheet, ...rest } = handle;
    Object.assign(merged, rest);
    if (stylesheet !== undefined) merged.stylesheet = stylesheet(match.data);
    if (typeof title === "string") merged.title = title;
    else if (title !== undefined && match.data !== undefined) merged.title = title(match.data);
  }
  return merged;
}

/** Seconds until the page should refresh, from any loader's `refreshSeconds`; null = nothing is in progress. */
export function refreshSecondsOf(matches: UIMatch[]): number | null {
  for (const match of matches) {
    if (typeof match.data !== "object" || match.data === null || !("refreshSeconds" in match.data)) continue;
    const seconds = match.data.refreshSeconds;
    if (typeof seconds === "number") return seconds;
  }
  return null;
}

/**
 * The page that a path lies below. A race's other tabs lie below its card; deeper ancestors such as /models/edit are no
 * pages.
 */
const PARENT = /^(\/(races|days)\/[^/]+|\/(models|analyses|races|rankings|subscriptions|settings))\/./;

/** Target of a page's back button: the nearest existing ancestor, else /home; null on /home itself. */
export function backPath(pathname: string): string | null {
  return pathname === "/home" ? null : (PARENT.exec(pathname)?.[1] ?? "/home");
}
