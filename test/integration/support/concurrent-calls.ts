/** 1, 2, 3, … */
export const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

/**
 * Retries when the connection to the database broke, as a client would: on a busy machine workerd closes some of fifty
 * sockets, and it is unknown whether the lost call took effect.
 */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await ask();
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      if (time === 5 || !String([error, cause]).includes("fetch failed")) throw error;
    }
  }
}

/** The reason of a refusal, else the kind of the result. */
export const outcomeOf = (result: { kind: string; reason?: string }) => result.reason ?? result.kind;

/** Counts equal results. */
export function tally(results: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}
