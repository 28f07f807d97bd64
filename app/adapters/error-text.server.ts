import { DrizzleQueryError } from "drizzle-orm";

/** Leaves out drizzle's message, which contains the query's parameters. */
export function errorReason(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `${errorReason(error.cause)} in: ${error.query}`;
  return error instanceof Error ? error.message : String(error);
}

export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${errorReason(error)}` : errorReason(error);
}

export function errorStack(error: unknown): string {
  const stack = error instanceof Error ? error.stack : undefined;
  const calls = stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return [errorText(error), ...calls].join("\n");
}
