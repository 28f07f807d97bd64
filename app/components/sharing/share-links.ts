import { BRAND } from "#app/components/frame/brand.ts";

export const POST_TEXT = `${BRAND.name}でつくったAIモデルの指数です。`;

/** The only external targets, so that no URL in a query can choose another. */
const POST_PAGES = {
  twitter: { address: "https://x.com/intent/post", text: "text", url: "url" },
  facebook: { address: "https://www.facebook.com/sharer/sharer.php", text: "quote", url: "u" },
} as const;

type ShareMedia = keyof typeof POST_PAGES;

export function isShareMedia(media: string | null): media is ShareMedia {
  return media !== null && Object.hasOwn(POST_PAGES, media);
}

/** A network's page with a post that is ready to be sent. */
export function postAddress(media: ShareMedia, url: string): string {
  const page = POST_PAGES[media];
  const address = new URL(page.address);
  address.searchParams.set(page.text, POST_TEXT);
  address.searchParams.set(page.url, url);
  return address.href;
}
