import { errorStack, errorText } from "#app/adapters/error-text.server.ts";
/** Log data of a request; the user is set once a session was found. */
export interface Visit {
  requestId: string;
  method: string;
  /** Without the query, which may contain a mailed code or an address. */
  path: string;
  userId: number | null;
}

/** Logs one JSON line per request; `d1` = round trips to the database. */
export function logRequest(visit: Visit, { status, ms, d1 }: { status: number; ms: number; d1: number }): void {
  console.log(
    JSON.stringify({
      event: "request",
      requestId: visit.requestId,
      method: visit.method,
      path: visit.path,
      status,
      ms,
      d1,
      ...(visit.userId === null ? {} : { userId: visit.userId }),
    }),
  );
}

/** Logs one JSON line per unexpected error, with the request id that the error page shows. */
export function logError(visit: Pick<Visit, "requestId" | "path">, error: unknown): void {
  console.error(
    JSON.stringify({
      event: "error",
      requestId: visit.requestId,
      path: visit.path,
      error: errorText(error),
      stack: errorStack(error),
    }),
  );
}
