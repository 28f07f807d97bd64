/**
 * How soon a page should look again: every 3 s while something in progress is in its first minute, then every 60 s;
 * null when nothing is in progress. Put it into the loader's data as `refreshSeconds`: the
 * root renders a refresh for readers without JavaScript, `<RefreshWhile>` does it for the others.
 * @param startedAt unix seconds at which each thing in progress was asked for
 */
export function refreshSeconds(startedAt: readonly number[], now: number): number | null {
  if (startedAt.length === 0) return null;
  return startedAt.some((start) => now - start < 60) ? 3 : 60;
}
