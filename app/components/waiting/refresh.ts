/**
 * Seconds until a page should refresh: 3 while something in progress is in its first minute, then 60; null if nothing
 * is in progress. Return it from the loader as `refreshSeconds`: the root renders a refresh for readers without
 * JavaScript, `<RefreshWhile>` revalidates for the others.
 * @param startedAt unix seconds of the requests in progress
 */
export function refreshSeconds(startedAt: readonly number[], now: number): number | null {
  if (startedAt.length === 0) return null;
  return startedAt.some((start) => now - start < 60) ? 3 : 60;
}
