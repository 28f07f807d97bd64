/** What of a record is listed, as its address says it. Unknown values are no filter. */
export interface RecordQuery {
  /** YYYY-MM. */
  month: string | null;
  venue: string | null;
  result: RecordResultFilter | null;
  sort: "new" | "net";
  /** From 1 on. */
  page: number;
  /** Which ticket the slices are of. */
  bet: "win" | "place" | "quinella";
}

export const RECORD_RESULTS = {
  win: "単勝的中",
  place: "複勝的中",
  quinella: "馬連的中",
  miss: "外れ",
  awaited: "結果待ち",
} as const;
type RecordResultFilter = keyof typeof RECORD_RESULTS;

const LAST_PAGE = 100_000;

export function readRecordQuery(query: URLSearchParams): RecordQuery {
  const month = query.get("month") ?? "";
  const venue = query.get("venue") ?? "";
  const result = query.get("result") ?? "";
  const bet = query.get("bet");
  const page = Number(query.get("page"));
  return {
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null,
    venue: venue === "" || venue.length > 20 ? null : venue,
    result: Object.hasOwn(RECORD_RESULTS, result) ? (result as RecordResultFilter) : null,
    sort: query.get("sort") === "net" ? "net" : "new",
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    bet: bet === "place" || bet === "quinella" ? bet : "win",
  };
}

/** The one of `?year=2026`, else the year of `today`. */
export function readYear(query: URLSearchParams, today: string): number {
  const year = query.get("year") ?? "";
  return Number(/^20\d{2}$/.test(year) ? year : today.slice(0, 4));
}

export function recordSearch(query: RecordQuery, changed: Partial<RecordQuery>): string {
  const { month, venue, result, sort, page, bet } = { ...query, ...changed };
  const fields = { month, venue, result, sort: sort === "new" ? null : sort, bet: bet === "win" ? null : bet };
  const set = Object.entries({ ...fields, page: page === 1 ? null : String(page) }).filter(
    (field): field is [string, string] => field[1] !== null,
  );
  return set.length === 0 ? "?" : `?${new URLSearchParams(set)}`;
}
