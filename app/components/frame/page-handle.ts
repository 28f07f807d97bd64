import type { UIMatch } from "@remix-run/react";

/** What a route tells the layouts above it: `export const handle: PageHandle = { title: "AIモデル" }`. */
export interface PageHandle {
  /** h1 of a logged-in page; of its loader's data when the words depend on it. */
  title?: string | ((data: unknown) => string);
  /** Where the back button leads when {@link backPath} is not meant (a page of a list, say). */
  back?: string;
  /** No tab bar: the page brings a dock. */
  hasDock?: boolean;
  /** Public pages load no framework script. */
  noScripts?: boolean;
  /** Of a page that loads no script, so that nothing has to be there for the next page: by its loader's data. */
  stylesheet?: (data: unknown) => string;
  /** A public page of about one screen: painted half read, its footer or centre would shift into place. */
  isShort?: boolean;
  /** The link on the right of a public page's bar; null for none. */
  link?: { to: string; label: string } | null;
}

/** A handle with what depends on data said. */
type ReadHandle = Omit<PageHandle, "title" | "stylesheet"> & { title: string; stylesheet?: string };

/** Handles of all matches, the page's own last. */
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

/** Seconds until the page should look again, from any loader's `refreshSeconds`; null = nothing is in progress. */
export function refreshSecondsOf(matches: UIMatch[]): number | null {
  for (const match of matches) {
    if (typeof match.data !== "object" || match.data === null || !("refreshSeconds" in match.data)) continue;
    const seconds = match.data.refreshSeconds;
    if (typeof seconds === "number") return seconds;
  }
  return null;
}

/** Pages that have pages below them; deeper ancestors such as /models/edit exist nowhere. */
const PARENTS = ["/models", "/analyses", "/races", "/rankings", "/subscriptions", "/settings"];

/** Where a page's back button leads: nearest existing ancestor, else /home; null on /home itself. */
export function backPath(pathname: string): string | null {
  if (pathname === "/home") return null;
  return PARENTS.find((parent) => pathname.startsWith(`${parent}/`)) ?? "/home";
}
