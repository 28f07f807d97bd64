import { LATE, waitAtMost } from "./wait-at-most.ts";

/** What was looked up is believed for a second: so long may a change take to be seen. */
const KEEP_MS = 1_000;

/** Whoever waits for another request's look-up waits so long at most. */
export const SHARED_LOOK_UP_MS = 250;

/** Versions kept; a key costs a hundred bytes. */
const MAX_KEYS = 2_000;

interface LookUp {
  startedAt: number;
  running: Promise<string | null> | null;
  version: string | null;
}

/** Asks for the version of something that others write, at most once a second and key. */
interface LatestVersion {
  /**
   * The version that stands, or that stood less than a second ago; null where there is none, which is not remembered:
   * what comes to be is seen at once.
   */
  read(key: string, lookUp: () => Promise<string | null>): Promise<string | null>;
}

/** @param now milliseconds */
export function createLatestVersion({ now = Date.now }: { now?: () => number } = {}): LatestVersion {
  // In order of their look-ups.
  const known = new Map<string, LookUp>();

  async function ask(key: string, lookUp: () => Promise<string | null>): Promise<string | null> {
    // Counted from the start: the answer may be as old as that.
    const entry: LookUp = { startedAt: now(), running: lookUp(), version: null };
    known.delete(key);
    known.set(key, entry);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KEYS) break;
      known.delete(oldest);
    }
    try {
      entry.version = await entry.running;
    } finally {
      entry.running = null;
      if (entry.version === null && known.get(key) === entry) known.delete(key);
    }
    return entry.version;
  }

  async function read(key: string, lookUp: () => Promise<string | null>): Promise<string | null> {
    const entry = known.get(key);
    if (entry === undefined || now() - entry.startedAt >= KEEP_MS) return ask(key, lookUp);
    if (entry.running === null) return entry.version;
    const version = await waitAtMost(SHARED_LOOK_UP_MS, entry.running);
    if (version !== LATE) return version;
    // One of those who waited asks anew, for the others too.
    return known.get(key) === entry ? ask(key, lookUp) : read(key, lookUp);
  }

  return { read };
}
