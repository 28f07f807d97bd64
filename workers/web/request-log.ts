import { errorStack, errorText } from "#app/adapters/error-text.server.ts";
export interface Visit {
  requestId: string;
  method: string;
  /** Without the query, which may contain a mailed code or an address. */
  path: string;
  userId: number | null;
}

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

/** With the request id that the error page shows. */
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
