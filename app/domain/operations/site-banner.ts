export const SITE_BANNER_KINDS = { trouble: "障害", delay: "遅延", news: "お知らせ" } as const;
export type SiteBannerKind = keyof typeof SITE_BANNER_KINDS;

/** In characters: three lines on a phone. */
export const SITE_BANNER_MAX = 120;
/** Longer than any incident; bounds a forgotten banner. */
export const SITE_BANNER_DAYS = 14;

export interface SiteBanner {
  kind: SiteBannerKind;
  text: string;
  /** Unix seconds. */
  until: number;
}
