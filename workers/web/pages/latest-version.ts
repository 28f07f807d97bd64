import { LATE, waitAtMost } from "./wait-at-most.ts";

const KEEP_MS = 1_000;

export const SHARED_LOOK_UP_MS = 250;

/** Number of versions kept; a key costs about a hundred bytes. */
const MAX_KEYS = 2_000;

interface LookUp {
  startedAt: number;
  running: Promise<string | null> | null;
  version: string | null;
}

/** Caches the version of data that others write; queries it at most once per second and key. */
interface LatestVersion {
  /** The current version, at most a second old. Null is not cached, so new data is visible at once. */
  read(key: string, lookUp: () => Promise<string | null>): Promise<string | null>;
  refresh(key: string, lookUp: () => Promise<string | null>): Promise<string | null>;
}

export function createLatestVersion({ now = Date.now }: { now?: () => number } = {}): LatestVersion {
  const known = new Map<string, LookUp>();

  async function refresh(key: string, lookUp: () => Promise<string | null>): Promise<string | null> {
    // Age counts from the start of the look-up, as the result may be that old.
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
    if (entry === undefined || now() - entry.startedAt >= KEEP_MS) return refresh(key, lookUp);
    if (entry.running === null) return entry.version;
    const version = await waitAtMost(SHARED_LOOK_UP_MS, entry.running);
    if (version !== LATE) return version;
    // One of the waiting requests looks up again, for the others too.
    return known.get(key) === entry ? refresh(key, lookUp) : read(key, lookUp);
  }

  return { read, refresh: refresh };
}
