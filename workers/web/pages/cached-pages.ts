import { isPeriodKey } from "#app/domain/rankings/calendar.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";

/** fixed: by address and configuration only; the others change with the rankings, or with one shared analysis. */
export type CachedKind = "fixed" | "rankings" | "analysis";

export interface CachedPage {
  kind: CachedKind;
  /** Path and query of what is rendered for all who ask for this page. */
  address: string;
  /** Of an analysis; "" otherwise. */
  shareId: string;
}

/** Pages whose words depend on the address and the configuration only: not on the visitor, the data or the time. */
const FIXED_PAGES = new Set([
  "/",
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
/** Longer than any share id, of their letters. */
const ANALYSIS = /^\/share\/analysis\/([0-9A-Za-z]{1,64})$/;

const RANKING_PAGES = new Map(RANKING_PERIODS.map((ranking) => [`${RANKINGS}/${ranking.path}`, ranking]));

/**
 * The public page of an address that is the same for everybody, or null. A fixed page is so without a query only, as it
 * may read one. The others read none but `period` and `ticket` of a ranking; whatever else is in a query (networks mark
 * every link that is followed with a number of its own) changes nothing and is left out, so that it is one page for all.
 */
export function findCachedPage({ pathname, search, searchParams }: URL): CachedPage | null {
  if (FIXED_PAGES.has(pathname)) return search === "" ? { kind: "fixed", address: pathname, shareId: "" } : null;
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
  // Any other is the total, which needs no word.
  if (ticket !== null && ticket !== "total" && TICKET_TYPES.some((type) => type === ticket)) kept.set("ticket", ticket);
  return { kind: "rankings", address: kept.size === 0 ? pathname : `${pathname}?${kept}`, shareId: "" };
}
