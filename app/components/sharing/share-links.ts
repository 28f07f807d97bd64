import { BRAND } from "#app/components/frame/brand.ts";
import { formatPercent } from "#app/components/parts/numbers.ts";
import { placeShared, shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

export interface ShareLinks {
  /** Absolute URL of the public page. */
  url: string;
  imagePath: string;
  text: string;
}

/** The end of every post's text. */
const POST_TEXT = `${BRAND.name}でつくったAIモデルの指数です。`;

/** 京都10R ◎11 コメットウェーブ（勝率24.8%） and the fixed end. */
export function postText({ race, horses }: Pick<SharedAnalysis, "race" | "horses">): string {
  const placed = placeShared(horses);
  const best = placed.find(({ mark, isOut }) => mark === "favourite" && !isOut)?.score;
  if (best === undefined) return POST_TEXT;
  const chance =
    best.probability === null ? "" : `（勝率${formatPercent(best.probability * shareOfStarters(placed) * 100)}）`;
  return `${race.title}${race.raceNum}R ◎${best.horseNum} ${best.name}${chance}\n${POST_TEXT}`;
}

/** The only external targets, so that no URL in a query can choose another. */
const POST_PAGES = {
  twitter: { address: "https://x.com/intent/post", text: "text", url: "url" },
  facebook: { address: "https://www.facebook.com/sharer/sharer.php", text: "quote", url: "u" },
} as const;

type ShareMedia = keyof typeof POST_PAGES;

export function isShareMedia(media: string | null): media is ShareMedia {
  return media !== null && Object.hasOwn(POST_PAGES, media);
}

/** URL of a network's page with a new post, ready to be sent. @param text of {@link postText} */
export function postAddress(media: ShareMedia, { url, text }: { url: string; text: string }): string {
  const page = POST_PAGES[media];
  const address = new URL(page.address);
  address.searchParams.set(page.text, text);
  address.searchParams.set(page.url, url);
  return address.href;
}

/** Opens the device's share sheet. @returns false if the browser has none */
export function openShareSheet({ url, text }: ShareLinks): boolean {
  if (!("share" in navigator)) return false;
  // Rejects if the reader closes the sheet.
  navigator.share({ url, text }).catch(() => undefined);
  return true;
}
