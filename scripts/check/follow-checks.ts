import { setTimeout as sleep } from "node:timers/promises";
import { callSite, type Site } from "#scripts/import/client.ts";

/** Time for what was under way to end. */
const LOOK_AGAIN_MS = 3000;

export interface Checked {
  name: string;
  seen: number;
  broken: string[];
}

type Page = Omit<Checked, "name"> & { next: string | null };

/**
 * Checks the invariants of a running site, a page at a time; reads only.
 * @param isIdle the site is at rest: work still to be done counts as broken
 * @throws ImportRefusal if the site cannot be reached, or refuses the token
 */
export async function followChecks(
  site: Site,
  {
    isIdle = false,
    only = [],
    report = () => undefined,
  }: { isIdle?: boolean; only?: readonly string[]; report?: (checked: Checked) => void } = {},
): Promise<Checked[]> {
  const { checks } = (await callSite(site, "GET", "/admin/api/check")) as { checks: string[] };
  const results: Checked[] = [];
  for (const name of checks.filter((name) => only.length === 0 || only.includes(name))) {
    const checked: Checked = { name, seen: 0, broken: [] };
    for (let after: string | null = ""; after !== null; ) {
      const page: Page = await readPage(site, { name, after, isIdle });
      checked.seen += page.seen;
      checked.broken.push(...(isIdle ? page.broken : await confirm(site, { name, after, page })));
      after = page.next;
    }
    results.push(checked);
    report(checked);
  }
  return results;
}

async function readPage(site: Site, { name, after, isIdle }: { name: string; after: string; isIdle: boolean }) {
  const query = new URLSearchParams({ after, ...(isIdle && { idle: "1" }) });
  return (await callSite(site, "GET", `/admin/api/check/${name}?${query}`)) as Page;
}

/** On a working site a finding may be a change that is under way: it counts if it is found again. */
async function confirm(site: Site, { name, after, page }: { name: string; after: string; page: Page }) {
  if (page.broken.length === 0) return [];
  await sleep(LOOK_AGAIN_MS);
  const again = await readPage(site, { name, after, isIdle: false });
  return page.broken.filter((fault) => again.broken.includes(fault));
}
