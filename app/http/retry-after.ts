import type { HeadersFunction } from "@remix-run/cloudflare";

export function retryAfter(seconds: number): { "Retry-After": string } {
  return { "Retry-After": String(seconds) };
}

/** Headers of a page that may refuse for a while. Remix does not copy the loader's headers to the document. */
export const retryAfterHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const seconds = actionHeaders?.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return seconds === null ? new Headers() : retryAfter(Number(seconds));
};
