import type { HeadersFunction } from "@remix-run/cloudflare";

/** The header that says when a request that a limit refused makes sense again. */
export function retryAfter(seconds: number): { "Retry-After": string } {
  return { "Retry-After": String(seconds) };
}

/** Headers of a page whose loader or action may refuse for a while: a document does not take over theirs by itself. */
export const retryAfterHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const seconds = actionHeaders?.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return seconds === null ? new Headers() : retryAfter(Number(seconds));
};
