import * as z from "zod";
import { SITE_NOTICE_KINDS, SITE_NOTICE_MAX, type SiteNoticeKind } from "./site-notice.ts";

export const siteNoticeKinds = Object.keys(SITE_NOTICE_KINDS) as [SiteNoticeKind, ...SiteNoticeKind[]];

/** A banner as staff sends it and as it is stored. Separate from its words, which every page loads. */
export const siteNoticeSchema = z.object({
  kind: z.enum(siteNoticeKinds),
  text: z.string().trim().min(1).max(SITE_NOTICE_MAX),
  until: z.number().int(),
});
