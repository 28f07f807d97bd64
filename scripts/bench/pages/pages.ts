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
/** Images of these pages, named by IMAGE followed by the page's path. */
const IMAGE = "image:";
const IMAGES: readonly string[] = ["/share/rankings/monthly", SHARED_PAGE].map((page) => IMAGE + page);

/** Pages that can be measured by name. */
export const MEASURED_PAGES: readonly string[] = [...LISTS, ...PUBLIC_PAGES, ...IMAGES];

/** Goals of the ratios. */
const LIST_GOAL = 0.55;
const PUBLIC_GOAL = 1;
const IMAGE_GOAL = 0.6;

export interface PageResult extends LoadResult {
  page: string;
  /** What the reference does. */
  reference: string;
  goal: number;
}

/**
 * Measures requests per second of the built site's pages in turns with their references: lists of a logged-in user
 * against a bare Hono Worker with the same round trips to D1, cached public pages and images against static files of
 * the same bytes.
 *
 * @param only pages to measure; empty = all
 * @throws if a public page queried the database
 */
export async function measurePages(
  { rounds, only }: { rounds: number; only: readonly string[] },
  report: (result: PageResult) => void,
): Promise<PageResult[]> {
  return withPageSites(
    { publicPages: PUBLIC_PAGES, pictured: IMAGES.map((name) => name.slice(IMAGE.length)) },
    async (sites) => {
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
      for (const page of [...PUBLIC_PAGES, ...IMAGES].filter(isAsked)) {
        const isImage = page.startsWith(IMAGE);
        const path = isImage ? sites.imageOf(page.slice(IMAGE.length)) : page;
        const reference = { url: sites.staticFile(path), pid: sites.pids.reference };
        const subject = { url: sites.site + path, pid: sites.pids.site };
        const goal = isImage ? IMAGE_GOAL : PUBLIC_GOAL;
        await measure(page, subject, reference, { reference: "a static file's", goal });
        if (sites.hasQueried()) throw new Error(`${page} asked the database`);
      }
      return results;
    },
  );
}
