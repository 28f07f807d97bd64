const SITE = "https://site.invalid";

/** Returning to log-in or log-out would be circular; the top page is for visitors. */
const NOT_RETURNABLE = new Set(["/", "/login", "/logout"]);

/**
 * A path of this site to return to after log-in, or null. The check resolves the path as browsers do: `/..//host`
 * resolves to `//host`, another host.
 */
export function safeReturnPath(text: string | null): string | null {
  // Browsers read a backslash as a slash and drop control characters.
  if (text === null || text.length > 500 || !/^\/[\x21-\x7e]*$/.test(text) || text.includes("\\")) return null;
  if (!URL.canParse(text, SITE)) return null;
  const { origin, pathname, search, hash } = new URL(text, SITE);
  if (origin !== SITE || pathname.startsWith("//") || NOT_RETURNABLE.has(pathname)) return null;
  return `${pathname}${search}${hash}`;
}
