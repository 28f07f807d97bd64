import type { Deps } from "#app/services/deps.server.ts";
import { checkSite, SITE_CHECKS, type SiteCheck } from "#app/services/operations/checks/check-site.server.ts";

/** All that `npm run check -- --idle` would print, read from the services. */
export async function findBroken(
  deps: Deps,
  { isIdle = true, without = [] }: { isIdle?: boolean; without?: readonly SiteCheck[] } = {},
): Promise<string[]> {
  const found = await Promise.all(
    SITE_CHECKS.filter((check) => !without.includes(check)).map((check) => follow(deps, check, isIdle)),
  );
  return found.flat();
}

async function follow(deps: Deps, check: SiteCheck, isIdle: boolean): Promise<string[]> {
  const storedBefore = isIdle ? Number.POSITIVE_INFINITY : 0;
  const broken: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await checkSite(deps, { check, after, isIdle, storedBefore });
    broken.push(...page.broken);
    after = page.next;
  }
  return broken;
}
