import { invalidParameter, noSuch, noSuchParameter } from "./fault.ts";
import { findGroup, findInteger, findText, type Params } from "./params.ts";
import type { World } from "./records.ts";
import { toList } from "./render.ts";

interface RouteInput {
  world: World;
  now: number;
  params: Params;
  /** The id in the path; empty if the path has none. */
  id: string;
}

/** One call of the API. `:id` in the path matches one segment. */
export interface Route {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** The accepted parameters, see `refuseUnknown`. */
  accepts?: readonly string[];
  /** Throws a StripeFault before it changes any record. */
  handle: (input: RouteInput) => object;
}

/** Returns a record, or throws. @param param the parameter that names it, if the path does not */
export function requireRecord<R>(records: Readonly<Record<string, R>>, what: string, id: string, param?: string): R {
  const record = records[id];
  if (record !== undefined) return record;
  throw param === undefined ? noSuch(what, id) : noSuchParameter(what, id, param);
}

/** The call that reads a record by its id. */
export function readRoute<R>(
  path: string,
  what: string,
  list: (world: World) => Readonly<Record<string, R>>,
  render: (world: World, record: R) => object,
): Route {
  return {
    method: "GET",
    path: `${path}/:id`,
    handle: ({ world, id }) => render(world, requireRecord(list(world), what, id)),
  };
}

const LARGEST_LIMIT = 100;

/**
 * The call that lists records, newest first, as in Stripe: `starting_after` pages to older objects.
 *
 * @param accepts parameters whose values `isWanted` compares
 */
export function listRoute<R extends { id: string }>(
  path: string,
  accepts: readonly string[],
  list: (world: World) => Readonly<Record<string, R>>,
  isWanted: (record: R, params: Params) => boolean,
  render: (world: World, record: R) => object,
): Route {
  return {
    method: "GET",
    path,
    accepts: ["limit", "starting_after", ...accepts],
    handle: ({ world, params }) => {
      const limit = findInteger(params, "limit") ?? 10;
      if (limit < 1 || limit > LARGEST_LIMIT) throw invalidParameter("limit", "Invalid limit: must be from 1 to 100");
      const newestFirst = Object.values(list(world))
        .filter((record) => isWanted(record, params))
        .toReversed();
      const after = findText(params, "starting_after");
      const position = newestFirst.findIndex(({ id }) => id === after);
      if (after !== null && position === -1) throw invalidParameter("starting_after", `No such object: '${after}'`);
      const page = newestFirst.slice(position + 1, position + 1 + limit);
      return toList(
        path,
        page.map((record) => render(world, record)),
        position + 1 + limit < newestFirst.length,
      );
    },
  };
}

/** Whether a parameter is absent or has this value. */
export function matches(params: Params, name: string, value: string): boolean {
  const wanted = findText(params, name);
  return wanted === null || wanted === value;
}

/** Applies the bounds of the filter `created`. */
export function isCreatedWithin(params: Params, created: number): boolean {
  const range = findGroup(params, "created");
  return created >= (findInteger(range, "gte") ?? 0) && created <= (findInteger(range, "lte") ?? created);
}
