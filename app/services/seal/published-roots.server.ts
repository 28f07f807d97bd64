import {
  type ChainDay,
  findDayOfRoot,
  listChainDays,
  readChainVersion,
  readNewestDays,
} from "#app/db/seal/seal-reads.server.ts";
import type { PublishedDay } from "#app/domain/seal/heads.ts";
import { japanInstant } from "#app/domain/seal/sealed-body.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** A day has some hundred heads at most. */
const DAYS_PER_READ = 31;
const AFTER_ALL = "9999";

/** Changes with every head; null before the first. */
export async function readRootsVersion(deps: Deps): Promise<string | null> {
  return readChainVersion(deps.db);
}

/** In parts, by month, so that memory does not grow with the chain. */
export async function* readRootsText(deps: Deps): AsyncGenerator<string> {
  yield '{"days":[';
  let before = AFTER_ALL;
  for (let isFirst = true; ; isFirst = false) {
    const days = await listChainDays(deps.db, { before, limit: DAYS_PER_READ });
    const text = days.map((day) => JSON.stringify(toPublished(day))).join(",");
    if (text !== "") yield isFirst ? text : `,${text}`;
    const last = days.at(-1);
    if (last === undefined || days.length < DAYS_PER_READ) break;
    before = last.day;
  }
  yield "]}";
}

/** Twice the time between two heads. */
const LATE_SECONDS = 600;

/** One round trip. Published heads never change, so there are no other corrections. */
export async function readRecent(deps: Deps, { limit }: { limit: number }) {
  const { witnesses } = deps.config;
  const { days, late } = await readNewestDays(deps.db, {
    ...{ limit, witnesses, lateSeconds: LATE_SECONDS, now: deps.now() },
  });
  return {
    days: days.map(({ day, root, count, heads, isClosed }) => ({
      ...{ date: day, root, count, isClosed },
      lastAt: heads[0]?.at ?? 0,
    })),
    witnesses,
    /** By day and witness; last day first. */
    late: late.map(({ day, witness, ...heads }) => ({ date: day, copy: witnesses.indexOf(witness) + 1, ...heads })),
  };
}

export async function findPublishedDay(deps: Deps, { root }: { root: string }): Promise<PublishedDay | null> {
  const day = await findDayOfRoot(deps.db, root);
  return day === null ? null : toPublished(day);
}

function toPublished({ day, root, previous, count, heads }: ChainDay): PublishedDay {
  return {
    ...{ date: day, root, previous, count },
    heads: heads.map((head) => ({ at: japanInstant(head.at), root: head.root, count: head.count })),
  };
}
