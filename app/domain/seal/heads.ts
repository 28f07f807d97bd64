import { leafHash, nodeHash } from "./hashes.ts";
import { japanInstant } from "./sealed-body.ts";

/** All leaves of a day until a time, as one hash. */
export interface Head {
  /** 2026-11-22T14:35:00+09:00 */
  at: string;
  root: string;
  /** Leaves until then. */
  count: number;
}

/** A day in /roots.json. */
export interface PublishedDay {
  /** YYYY-MM-DD in Japan. */
  date: string;
  /** In its last head. */
  root: string;
  /** Root of the day before. */
  previous: string;
  /** In its last head. */
  count: number;
  /** Newest first. */
  heads: Head[];
}

/** /roots.json, newest day first. */
export interface PublishedRoots {
  days: PublishedDay[];
}

/** Predecessor of the first day. */
export const CHAIN_BEGINS = "0".repeat(64);

/** A head's hash in its day's tree, so that another time, count, day or previous root changes the root. */
export async function headSeal(
  { at, count }: Pick<Head, "at" | "count">,
  { date, previous }: Pick<PublishedDay, "date" | "previous">,
): Promise<string> {
  return leafHash(JSON.stringify({ at, count, date, previous }));
}

export async function makeHead(
  { at, count, tree }: { at: number; count: number; tree: string },
  day: Pick<PublishedDay, "date" | "previous">,
): Promise<Head> {
  const instant = japanInstant(at);
  return { at: instant, root: await nodeHash(await headSeal({ at: instant, count }, day), tree), count };
}
