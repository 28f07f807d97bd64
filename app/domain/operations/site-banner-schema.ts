import * as z from "zod";
import { SITE_BANNER_KINDS, SITE_BANNER_MAX, type SiteBannerKind } from "./site-banner.ts";

export const siteBannerKinds = Object.keys(SITE_BANNER_KINDS) as [SiteBannerKind, ...SiteBannerKind[]];

/** A banner as staff sends it and as it is stored. Separate from its words, which every page loads. */
export const siteBannerSchema = z.object({
  kind: z.enum(siteBannerKinds),
  text: z.string().trim().min(1).max(SITE_BANNER_MAX),
  until: z.number().int(),
});
