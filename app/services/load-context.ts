import type { Operator } from "#app/domain/operator.ts";
import type { Services, SessionUser } from "./services.ts";

/** What every loader and action gets from the Worker's entry; they never touch bindings. */
export interface LoadContext {
  services: Services;
  /** The logged-in user, or a thrown redirect: no cookie → /?e=atnf, ended session → /login, our fault → /?e=umae. */
  requireUser(request: Request): Promise<SessionUser>;
  /** What a use case answers; null where it threw, which is logged, for a page that says itself what failed. */
  attempt<T>(ask: () => Promise<T>): Promise<T | null>;
  /** One line in the log for what nobody expected, under {@link requestId}. */
  logError(error: unknown): void;
  /** Token of the session cookie, or null. */
  sessionToken(request: Request): string | null;
  /** Set-Cookie value that stores the token for 30 days, or with null clears it. */
  sessionCookie(token: string | null): string;
  /** Of the connection (CF-Connecting-IP), for rate limits. */
  clientAddress: string;
  requestId: string;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  /** Unix seconds. */
  now(): number;
  publicUrl: string;
  /** Addresses of the operator's configuration; null leaves the link out. */
  contactUrl: string | null;
  officialAccountUrl: string | null;
  /** Particulars of the legal pages. */
  operator: Operator;
  isDevelopment: boolean;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
