import type { HeadersFunction } from "@remix-run/cloudflare";

/** Headers of a page whose loader or action may refuse for a while: a document does not take over theirs by itself. */
export const retryAfterHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const seconds = actionHeaders?.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return seconds === null ? new Headers() : { "Retry-After": seconds };
};
