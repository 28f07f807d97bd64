import { compareUnderLoad, expectPage, type LoadResult, type Target } from "./load.ts";
import { SHARED_PAGE, withPageSites } from "./page-sites.ts";

const LISTS: readonly string[] = ["/models", "/analyses"];
const PUBLIC_PAGES: readonly string[] = [
  "/",
  "/login",
  "/tutorial",
  "/terms",
  "/share/rankings",
  "/share/rankings/monthly",
  SHARED_PAGE,
  "/rankings.json",
];
export const MEASURED_PAGES: readonly string[] = [...LISTS, ...PUBLIC_PAGES];

const LIST_GOAL = 0.55;
const PUBLIC_GOAL = 1;

export interface PageResult extends LoadResult {
  page: string;
  reference: string;
  goal: number;
}

/**
 * Measures requests per second in turns with references: lists against a bare Worker with the same round trips, public
 * pages against static files.
 * @param only pages to measure; empty = all
 * @throws if a public page queried the database
 */
export async function measurePages(
  { rounds, only }: { rounds: number; only: readonly string[] },
  report: (result: PageResult) => void,
): Promise<PageResult[]> {
  return withPageSites(PUBLIC_PAGES, async (sites) => {
    const results: PageResult[] = [];
    const isAsked = (page: string) => only.length === 0 || only.includes(page);
    const measure = async (
      page: string,
      subject: Target,
      reference: Target,
      about: Pick<PageResult, "reference" | "goal">,
    ) => {
      for (const target of [subject, reference]) await expectPage(target);
      const result = { page, ...about, ...(await compareUnderLoad(subject, reference, rounds)) };
      results.push(result);
      report(result);
    };
    for (const page of LISTS.filter(isAsked)) {
      const subject = { url: sites.site + page, headers: sites.headers, pid: sites.pids.site };
      const reference = { url: sites.reference + page, headers: sites.headers, pid: sites.pids.reference };
      await measure(page, subject, reference, {
        reference: "a bare Hono Worker's, same round trips",
        goal: LIST_GOAL,
      });
    }
    sites.hasQueried();
    for (const page of PUBLIC_PAGES.filter(isAsked)) {
      const reference = { url: sites.staticFile(page), pid: sites.pids.reference };
      const subject = { url: sites.site + page, pid: sites.pids.site };
      await measure(page, subject, reference, { reference: "a static file's", goal: PUBLIC_GOAL });
      if (sites.hasQueried()) throw new Error(`${page} asked the database`);
    }
    return results;
  });
}

export function describePage(result: PageResult): string {
  const { page, requests, ratio, lowestRatio, highestRatio, reference, referenceRequests, goal } = result;
  const { cpuRatio, cpuMs, referenceCpuMs } = result;
  return (
    `${page}: ${requests} requests/s, ${ratio} (${lowestRatio}–${highestRatio}) × ${reference} (${referenceRequests}); ` +
    (cpuRatio === null ? "" : `by processor time ${cpuRatio} (${cpuMs} and ${referenceCpuMs} ms); `) +
    `larger is faster, goal ${goal}`
  );
}
