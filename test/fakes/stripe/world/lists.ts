import { invalidParameter } from "./fault.ts";
import { findGroup, findInteger, findText, type Params } from "./params.ts";
import { toList } from "./rendering/render-customers.ts";

/** Parameters of every list. */
export const LIST_PARAMETERS = ["limit", "starting_after", "ending_before"] as const;

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 100;

/** One page of a list, newest first, as in Stripe: `starting_after` pages to older objects, `ending_before` to newer. */
export function pageOf<R extends { id: string }, T>(
  records: readonly R[],
  params: Params,
  url: string,
  render: (record: R) => T,
) {
  const limit = findInteger(params, "limit") ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > LARGEST_LIMIT) throw invalidParameter("limit", "Invalid limit: must be from 1 to 100");
  const newestFirst = records.toReversed();
  const after = findText(params, "starting_after");
  const before = findText(params, "ending_before");
  const positionOf = (id: string, name: string) => {
    const position = newestFirst.findIndex((record) => record.id === id);
    if (position === -1) throw invalidParameter(name, `No such object: '${id}'`, "resource_missing");
    return position;
  };
  if (before !== null) {
    const end = positionOf(before, "ending_before");
    const start = Math.max(0, end - limit);
    return toList(url, newestFirst.slice(start, end).map(render), start > 0);
  }
  const start = after === null ? 0 : positionOf(after, "starting_after") + 1;
  return toList(url, newestFirst.slice(start, start + limit).map(render), start + limit < newestFirst.length);
}

/** Applies the filter `created`: an exact time, or bounds. */
export function isCreatedWithin(params: Params, created: number): boolean {
  const given = params.created;
  if (given === undefined) return true;
  if (typeof given === "string") return created === findInteger(params, "created");
  const range = findGroup(params, "created") ?? {};
  const bound = (name: string) => findInteger(range, name);
  const [gt, gte, lt, lte] = [bound("gt"), bound("gte"), bound("lt"), bound("lte")];
  return (
    (gt === null || created > gt) &&
    (gte === null || created >= gte) &&
    (lt === null || created < lt) &&
    (lte === null || created <= lte)
  );
}
