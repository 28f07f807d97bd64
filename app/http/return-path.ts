const SITE = "https://site.invalid";

/** Log-in and log-out would end where they began; the top page is for visitors. */
const NOWHERE = new Set(["/", "/login", "/logout"]);

/**
 * A path of this site to go back to after log-in, or null. Judged is what a browser would make of the text: `/..//host`
 * looks like a path, and resolves to one that the next reader takes for another host.
 */
export function safeReturnPath(text: string | null): string | null {
  // Browsers read a backslash as a slash and drop control characters.
  if (text === null || text.length > 500 || !/^\/[\x21-\x7e]*$/.test(text) || text.includes("\\")) return null;
  if (!URL.canParse(text, SITE)) return null;
  const { origin, pathname, search, hash } = new URL(text, SITE);
  if (origin !== SITE || pathname.startsWith("//") || NOWHERE.has(pathname)) return null;
  return `${pathname}${search}${hash}`;
}
