export const SITE_NOTICE_KINDS = { trouble: "障害", delay: "遅延", news: "お知らせ" } as const;
export type SiteNoticeKind = keyof typeof SITE_NOTICE_KINDS;

/** In characters: three lines on a phone. */
export const SITE_NOTICE_MAX = 120;
/** Longer than any incident; bounds a forgotten banner. */
export const SITE_NOTICE_DAYS = 14;

export interface SiteNotice {
  kind: SiteNoticeKind;
  text: string;
  /** Unix seconds. */
  until: number;
}
