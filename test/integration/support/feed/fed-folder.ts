import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { FeedClock } from "#scripts/feed/back-off.ts";
import { type FeedOptions, startFeed } from "#scripts/feed/feed.ts";

/** A folder for a feed to watch, and what the feed prints. */
export function fedFolder() {
  const dir = mkdtempSync(path.join(tmpdir(), "fed-"));
  const printed: string[] = [];
  const at = (name: string) => path.join(dir, name);
  return {
    dir,
    printed,
    at,
    write(name: string, content: Uint8Array | string, { append = false } = {}) {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content, { flag: append ? "a" : "w" });
    },
    start: (options: Omit<FeedOptions, "dir" | "log">) =>
      startFeed({ dir, log: (line) => printed.push(line), ...options }),
    /** Sends everything, by a clock whose waits take no time. */
    once(options: Pick<FeedOptions, "site">, clock: FeedClock = createClock()) {
      return startFeed({ dir, log: (line) => printed.push(line), once: true, clock, ...options }).ended;
    },
    [Symbol.dispose]() {
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A clock whose waits pass at once; they are kept in `slept`. */
export function createClock(): FeedClock & { slept: number[] } {
  let now = Date.now();
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
      await nextTurn();
    },
  };
}

/** A clock that only `advance` moves. */
export function createStandingClock(): FeedClock & { advance(ms: number): void } {
  let now = Date.now();
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
    sleep: () => sleep(2),
  };
}
