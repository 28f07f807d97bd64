import { escapeHtml } from "#app/domain/escape-html.ts";
import { SITE_BANNER_KINDS, type SiteBanner } from "#app/domain/operations/site-banner.ts";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { findSiteBanner } from "#app/services/operations/site-banner.server.ts";
import { LATE, waitAtMost } from "./wait-at-most.ts";

/** A new banner appears, and an ended one disappears, after this long at most. */
const KEEP_MS = 10_000;
const LOOK_UP_MS = 250;

export interface SiteBanners {
  /** Null: none stands. Waits for the store only when the last answer is old; without one, that answer holds. */
  read(options: { store: Pick<R2Bucket, "get">; now: number; logError(error: unknown): void }): Promise<string | null>;
}

export function createSiteBanners({ clock = Date.now }: { clock?: () => number } = {}): SiteBanners {
  let banner: SiteBanner | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    async read({ store, now, logError }) {
      if (clock() - askedAt >= KEEP_MS) {
        askedAt = clock();
        try {
          const found = await waitAtMost(LOOK_UP_MS, findSiteBanner(store));
          if (found !== LATE) banner = found;
        } catch (error) {
          logError(error);
        }
      }
      return banner !== null && banner.until > now ? bannerHtml(banner) : null;
    },
  };
}

/** Colours and borders of the design system; in the element itself, so that pages without a banner carry none of it. */
const LOOKS: Record<SiteBanner["kind"], { soft: string; strong: string }> = {
  trouble: { soft: "--danger-soft", strong: "--danger" },
  delay: { soft: "--warn-soft", strong: "--warn" },
  news: { soft: "--info-soft", strong: "--info" },
};

function bannerHtml({ kind, text, until }: SiteBanner): string {
  const { soft, strong } = LOOKS[kind];
  const style = `padding:10px 16px;background:var(${soft});border-bottom:2px solid var(${strong});color:var(--ink);font-size:14px;line-height:1.6;text-align:center;overflow-wrap:anywhere`;
  const end = `${monthAndDay(japanDay(until))} ${japanTime(until)}まで`;
  return `<aside aria-label="運営からのお知らせ" style="${style}"><b style="color:var(${strong})">${SITE_BANNER_KINDS[kind]}</b>　${escapeHtml(text)}　<small style="white-space:nowrap">${end}</small></aside>`;
}
