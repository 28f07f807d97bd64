import { BRAND } from "#app/components/frame/brand.ts";

/** The fixed text of every post: the same whatever is shared. */
export const POST_TEXT = `${BRAND.name}でつくったAIモデルの指数です。`;

/** Where posts are written; nothing else outside of this site is ever led to, least of all by an address of the query. */
const POST_PAGES = {
  twitter: { address: "https://x.com/intent/post", text: "text", url: "url" },
  facebook: { address: "https://www.facebook.com/sharer/sharer.php", text: "quote", url: "u" },
} as const;

/** `media` of `/share/analysis`. */
type ShareMedia = keyof typeof POST_PAGES;

export function isShareMedia(media: string | null): media is ShareMedia {
  return media !== null && Object.hasOwn(POST_PAGES, media);
}

/** Page of a network where a post with the fixed text and `url` waits to be sent. */
export function postAddress(media: ShareMedia, url: string): string {
  const page = POST_PAGES[media];
  const address = new URL(page.address);
  address.searchParams.set(page.text, POST_TEXT);
  address.searchParams.set(page.url, url);
  return address.href;
}

/** Path of a shared analysis' public page. */
export function sharedAnalysisPath(shareId: string): string {
  return `/share/analysis/${shareId}`;
}
