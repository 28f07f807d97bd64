import { SITE_BANNER_DAYS, type SiteBanner } from "#app/domain/operations/site-banner.ts";
import { siteBannerSchema } from "#app/domain/operations/site-banner-schema.ts";
import { DAY_SECONDS } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { recordAction } from "./audit.server.ts";

/** In R2, so that pages need no further round trip to D1. */
const KEY = "site/notice.json";

/** Also if over. Null: none, or ended. */
export async function findSiteBanner(store: Pick<R2Bucket, "get">): Promise<SiteBanner | null> {
  const object = await store.get(KEY);
  return object === null ? null : (siteBannerSchema.safeParse(await object.json()).data ?? null);
}

export async function readSiteBanner({ store, now }: Deps): Promise<SiteBanner | null> {
  const banner = await findSiteBanner(store);
  return banner !== null && banner.until > now() ? banner : null;
}

/** Replaces the one before; ends by itself. @param staff null: admin token */
export async function setSiteBanner(
  deps: Deps,
  { staff, reason, ...banner }: SiteBanner & { staff: { id: number } | null; reason: string },
): Promise<{ kind: "set" } | Refused<"wrong-end">> {
  const now = deps.now();
  if (banner.until <= now || banner.until > now + SITE_BANNER_DAYS * DAY_SECONDS) return refused("wrong-end");
  await recordAction(deps, { staff, action: "notice.set", subject: `banner:${banner.kind}`, reason });
  await deps.store.put(KEY, JSON.stringify(siteBannerSchema.parse(banner)));
  return { kind: "set" };
}

export async function endSiteBanner(
  deps: Deps,
  { staff, reason }: { staff: { id: number } | null; reason: string },
): Promise<void> {
  await recordAction(deps, { staff, action: "notice.ended", reason });
  await deps.store.delete(KEY);
}
