import { setTimeout as sleep } from "node:timers/promises";

/** Of the machine's clock, between two rests. */
const RACING_MS = 25_000;
const STEP_MS = 100;

/**
 * Rests of a race day: nobody looks, nothing is delivered or asked for. The site at rest is measured in them, so that other
 * load on the machine affects it and the site in use alike.
 */
export interface Rests {
  /** Sleeps, not counting rests, until at least this time has passed or the day is over. */
  sleep(ms: number): Promise<void>;
  /** Waits for the end of a rest. */
  over(): Promise<void>;
  /** Rests from time to time, each for as long as a measurement takes, until the day is over. */
  restAlong(measure: () => Promise<void>): Promise<void>;
}

export function createRests(isOver: () => boolean): Rests {
  let isResting = false;
  const over = async () => {
    while (isResting && !isOver()) await sleep(STEP_MS);
  };
  const sleepAwake = async (ms: number) => {
    for (let slept = 0; slept < ms && !isOver(); ) {
      const start = performance.now();
      await sleep(Math.min(STEP_MS, ms - slept));
      if (!isResting) slept += performance.now() - start;
    }
  };
  return {
    sleep: sleepAwake,
    over,
    async restAlong(measure) {
      for (;;) {
        await sleepAwake(RACING_MS);
        if (isOver()) return;
        isResting = true;
        await measure();
        isResting = false;
      }
    },
  };
}
