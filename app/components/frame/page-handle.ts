import type { SerializeFrom } from "@remix-run/cloudflare";
import type { UIMatch } from "@remix-run/react";

/** Settings of a route for the layouts above it. */
export interface PageHandle<Loader = unknown> {
  /** h1 of a logged-in page and title of the tab; a function if it depends on the loader's data. */
  title?: string | ((data: SerializeFrom<Loader>) => string);
  /** The tab's title where it differs. A page whose loader or action threw has `title`. */
  tabTitle?: string | ((data: SerializeFrom<Loader>) => string);
  description?: string;
  /** Target of the back button instead of {@link backPath}. */
  back?: string;
  /** The page has a dock instead of the tab bar. */
  hasDock?: boolean;
  noScripts?: boolean;
  /** URL of the stylesheet of a page without script. Replaces `links`, which also apply to later navigation. */
  stylesheet?: (data: unknown) => string;
  /** A public page of about one screen. The paint waits for all of it, else footer and centre would shift. */
  isShort?: boolean;
  /** The link on the right of a public page's bar; null for none. */
  link?: { to: string; label: string } | null;
}

type ReadHandle = Omit<PageHandle, "title" | "tabTitle" | "description" | "stylesheet"> & {
  title: string;
  stylesheet?: string;
};

/** The page's own handle overrides those of its layouts. */
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

/** From any loader's `refreshSeconds`; null if nothing is in progress. */
export function refreshSecondsOf(matches: UIMatch[]): number | null {
  for (const match of matches) {
    if (typeof match.data !== "object" || match.data === null || !("refreshSeconds" in match.data)) continue;
    const seconds = match.data.refreshSeconds;
    if (typeof seconds === "number") return seconds;
  }
  return null;
}

/** Deeper ancestors such as /models/edit are no pages. */
const PARENT = /^(\/(races|days)\/[^/]+|\/models\/\d+|\/(models|analyses|races|rankings|subscriptions|settings))\/./;

/** The nearest existing ancestor, else /home; null on /home. */
export function backPath(pathname: string): string | null {
  return pathname === "/home" ? null : (PARENT.exec(pathname)?.[1] ?? "/home");
}
