import { isPeriodKey } from "#app/domain/rankings/calendar.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";

/** fixed: depends on URL and configuration only. The others change with the rankings or with one shared analysis. */
export type CachedKind = "fixed" | "rankings" | "analysis";

export interface CachedPage {
  kind: CachedKind;
  /** Path and query that are rendered for everyone requesting this page. */
  address: string;
  shareId: string;
}

/** They depend on URL and configuration only: not on the visitor, the data or the time. */
const FIXED_PAGES = new Set([
  "/tutorial",
  "/login",
  "/signup",
  "/resetPassword",
  "/terms",
  "/terms.html",
  "/privacy",
  "/tokusyo",
  "/tokusyo.html",
  "/share/rankings/rules",
]);

const RANKINGS = "/share/rankings";
/** Share ids use these characters and are shorter than this. */
const ANALYSIS = /^\/share\/analysis\/([0-9A-Za-z]{1,64})$/;

const RANKING_PAGES = new Map(RANKING_PERIODS.map((ranking) => [`${RANKINGS}/${ranking.path}`, ranking]));

/** Fixed pages are cached without a query only. Parameters such as networks' click ids are dropped. */
export function findCachedPage({ pathname, search, searchParams }: URL): CachedPage | null {
  if (FIXED_PAGES.has(pathname)) return search === "" ? { kind: "fixed", address: pathname, shareId: "" } : null;
  // The top page shows the newest week.
  if (pathname === "/") return search === "" ? { kind: "rankings", address: pathname, shareId: "" } : null;
  if (pathname === RANKINGS) return { kind: "rankings", address: pathname, shareId: "" };
  const shareId = ANALYSIS.exec(pathname)?.[1];
  if (shareId !== undefined) return { kind: "analysis", address: pathname, shareId };
  const ranking = RANKING_PAGES.get(pathname);
  if (ranking === undefined) return null;
  const kept = new URLSearchParams();
  const period = searchParams.get("period");
  const ticket = searchParams.get("ticket");
  if (period !== null) {
    if (!isPeriodKey(ranking.cadence, period)) return null;
    kept.set("period", period);
  }
  if (ticket !== null && ticket !== "total" && TICKET_TYPES.some((type) => type === ticket)) kept.set("ticket", ticket);
  return { kind: "rankings", address: kept.size === 0 ? pathname : `${pathname}?${kept}`, shareId: "" };
}
