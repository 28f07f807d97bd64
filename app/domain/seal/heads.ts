import { leafHash, nodeHash } from "./hashes.ts";
import { japanInstant } from "./sealed-body.ts";

/** A day's head as published: all leaves until then, at a time, as one hash. */
export interface Head {
  /** 2026-11-22T14:35:00+09:00 */
  at: string;
  root: string;
  /** Leaves of the day until then. */
  count: number;
}

/** A day of the chain, as /roots.json has it. */
export interface PublishedDay {
  /** YYYY-MM-DD in Japan. */
  date: string;
  /** Of its last head. */
  root: string;
  /** Root of the day before. */
  previous: string;
  /** Of its last head. */
  count: number;
  /** The last one first. */
  heads: Head[];
}

/** /roots.json: the last day first. */
export interface PublishedRoots {
  days: PublishedDay[];
}

/** What the first day of the chain follows. */
export const CHAIN_BEGINS = "0".repeat(64);

/**
 * The hash that a head joins to its day's tree: time, count, day and the root of the day before. So none of them can be changed
 * without another root.
 */
export async function headSeal(
  { at, count }: Pick<Head, "at" | "count">,
  { date, previous }: Pick<PublishedDay, "date" | "previous">,
): Promise<string> {
  return leafHash(JSON.stringify({ at, count, date, previous }));
}

/** The head of a tree at an instant (unix seconds). */
export async function makeHead(
  { at, count, tree }: { at: number; count: number; tree: string },
  day: Pick<PublishedDay, "date" | "previous">,
): Promise<Head> {
  const instant = japanInstant(at);
  return { at: instant, root: await nodeHash(await headSeal({ at: instant, count }, day), tree), count };
}
