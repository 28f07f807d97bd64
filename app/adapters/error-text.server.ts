import { DrizzleQueryError } from "drizzle-orm";

/**
 * The message of an error for a log or a job's row. Drizzle's own messages hold the query's parameters (addresses, hashes
 * of passwords and codes); here they are left out, and the statement and D1's reason stay.
 */
export function errorReason(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `${errorReason(error.cause)} in: ${error.query}`;
  return error instanceof Error ? error.message : String(error);
}

/** As {@link errorReason}, after the error's name. */
export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${errorReason(error)}` : errorReason(error);
}

/** As {@link errorText}, with the calls that led to it. */
export function errorStack(error: unknown): string {
  const stack = error instanceof Error ? error.stack : undefined;
  const calls = stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return [errorText(error), ...calls].join("\n");
}
