import { withAnalyseCalls } from "./analyse-calls.ts";
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

/** What a page is measured against as a share of what workerd can do at all, named by FLOOR followed by the page. */
const FLOOR = "floor:";
const FLOORS: readonly { page: string; floor: "/hello" | "/point-read"; goal: number }[] = [
  { page: "/", floor: "/hello", goal: 0.3 },
  { page: "/rankings.json", floor: "/hello", goal: 0.3 },
  { page: IMAGE + SHARED_PAGE, floor: "/hello", goal: 0.2 },
  ...["/home", "/models", "/analyses"].map((page) => ({ page, floor: "/point-read" as const, goal: 0.3 })),
];
const FLOOR_NAMES = { "/hello": "a bare Worker's constant answer", "/point-read": "a bare Worker's point read of D1" };

/** Requests of analyses, each another one, beside a write of D1. */
const ANALYSE = `${FLOOR}POST /analyze`;
const ANALYSE_GOAL = 0.25;

/** Pages that can be measured by name. */
export const MEASURED_PAGES: readonly string[] = [
  ...LISTS,
  ...PUBLIC_PAGES,
  ...IMAGES,
  ...FLOORS.map(({ page }) => FLOOR + page),
  ANALYSE,
];

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
 * the same bytes, and some of all against the least that workerd can do.
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
      for (const { page, floor, goal } of FLOORS) {
        if (!isAsked(FLOOR + page)) continue;
        const path = page.startsWith(IMAGE) ? sites.imageOf(page.slice(IMAGE.length)) : page;
        const headers = floor === "/hello" ? {} : sites.headers;
        const subject = { url: sites.site + path, headers, pid: sites.pids.site };
        const reference = { url: sites.reference + floor, pid: sites.pids.reference };
        await measure(FLOOR + page, subject, reference, { reference: FLOOR_NAMES[floor], goal });
      }
      if (isAsked(ANALYSE)) {
        await withAnalyseCalls(sites, ({ subject, reference }) =>
          measure(ANALYSE, subject, reference, {
            reference: "a bare Worker's write of a row to D1",
            goal: ANALYSE_GOAL,
          }),
        );
      }
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
