/**
 * A path of this site to go back to after log-in, or null. Anything that a browser could read as another site
 * (`//host`, `/\host`, a scheme, control characters it drops) is null.
 */
export function safeReturnPath(text: string | null): string | null {
  if (text === null || text.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes("\\")) return null;
  const path = text.split(/[?#]/, 1)[0];
  return path === "/" || path === "/login" || path === "/logout" ? null : text;
}
