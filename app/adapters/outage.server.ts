/** The same call may succeed later. It may have taken effect. */
export class OutageError extends Error {
  override name = "OutageError";
}

/** Documented errors of D1, R2 and the runtime that are worth repeating. */
const PLATFORM_OUTAGES = [
  /network connection lost/i,
  /\bfetch failed\b/,
  /the operation was aborted due to timeout/i,
  /object to be reset/i,
  /reset because its code was updated/i,
  /D1 DB is overloaded/i,
  /D1 DB .*(?:timeout|timed out)/i,
  /transient issue on remote node/i,
  /\binternal error\b/i,
  /\((?:10001|10043|10058)\)$/,
];

export function isOutage(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { message } = cause;
    if (cause instanceof OutageError || PLATFORM_OUTAGES.some((outage) => outage.test(message))) return true;
  }
  return false;
}
