import type { Operator } from "#app/domain/operator.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Services } from "./create-services.server.ts";
import type { Staff } from "./operations/staff.server.ts";

/** Context of every loader and action, created by the Worker's entry; they never access bindings. */
export interface LoadContext {
  services: Services;
  /** The logged-in user, or throws a redirect: no cookie → /?e=atnf, ended session → /login, our error → /?e=umae. */
  requireUser(request: Request): Promise<SessionUser>;
  /** The staff member of the session, with the second factor or without it yet; throws a 404 for everybody else. */
  findStaff(request: Request): Promise<Staff>;
  /** The same with the second factor; without it, throws a redirect to the page that asks for it. */
  requireStaff(request: Request): Promise<Staff>;
  /** Result of a use case; null if it threw, which is logged, for pages that show themselves what failed. */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  /** Logs an unexpected error with {@link requestId}. */
  logError(error: unknown): void;
  /** Token of the session cookie, or null. */
  sessionToken(request: Request): string | null;
  /** Set-Cookie value that stores the token for 30 days, or clears it if null. */
  sessionCookie(token: string | null): string;
  /** Id of the device that gets notices here, sent to the log-out only; null: none. */
  pushDevice(request: Request): number | null;
  /** Set-Cookie value that stores it, or deletes it if null. */
  pushDeviceCookie(id: number | null): string;
  /** Address of the connection (CF-Connecting-IP), for rate limits. */
  clientAddress: string;
  requestId: string;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  /** Unix seconds. */
  now(): number;
  publicUrl: string;
  /** URLs from the operator's configuration; null omits the link. */
  contactUrl: string | null;
  officialAccountUrl: string | null;
  /** Particulars of the legal pages. */
  operator: Operator;
  /** The operator's notice for the top of the page, as HTML; null: none stands. */
  siteNotice: string | null;
  isDevelopment: boolean;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
