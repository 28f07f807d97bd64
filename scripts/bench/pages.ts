import { compareUnderLoad, expectPage, type LoadResult, type Target } from "./load.ts";
import { withPageSites } from "./page-sites.ts";

const LISTS: readonly string[] = ["/models", "/analyses"];
const PUBLIC_PAGES: readonly string[] = ["/", "/login", "/tutorial", "/terms", "/share/rankings"];

/** Pages that may be asked for by name. */
export const MEASURED_PAGES: readonly string[] = [...LISTS, ...PUBLIC_PAGES];

/** Smallest ratios that the product promises itself. */
const LIST_GOAL = 0.45;
const PUBLIC_GOAL = 0.95;

export interface PageResult extends LoadResult {
  page: string;
  /** What the ratio's denominator does. */
  reference: string;
  goal: number;
}

/**
 * Requests per second of the built site's pages in turns with their references: lists of a logged-in user against a bare
 * Hono Worker with the same round trips to D1, public pages on repeat against static files of the same bytes.
 *
 * @param only these pages; none = all of them
 * @throws when a public page asked the database
 */
export async function measurePages(
  { rounds, only }: { rounds: number; only: readonly string[] },
  report: (result: PageResult) => void,
): Promise<PageResult[]> {
  return withPageSites({ publicPages: PUBLIC_PAGES }, async (sites) => {
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
      await measure(page, subject, reference, { reference: "a bare Hono Worker's, same round trips", goal: LIST_GOAL });
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
