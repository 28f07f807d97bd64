import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Services } from "./create-services.server.ts";
import type { Config } from "./deps.server.ts";
import type { Staff } from "./operations/staff.server.ts";

/** Created by the Worker's entry. Loaders and actions never access bindings. */
export interface LoadContext extends Pick<Config, "publicUrl" | "contactUrl" | "officialAccountUrl" | "operator"> {
  services: Services;
  /** Throws a redirect: no cookie → /?e=atnf, ended session → /login, our error → /?e=umae. */
  requireUser(request: Request): Promise<SessionUser>;
  /** With or without the second factor; throws a 404 for everybody else. */
  findStaff(request: Request): Promise<Staff>;
  /** Without the second factor throws a redirect to its page. */
  requireStaff(request: Request): Promise<Staff>;
  /** Null: it threw, which is logged. */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  /** With {@link requestId}. */
  logError(error: unknown): void;
  /** Or null. */
  sessionToken(request: Request): string | null;
  /** For 30 days; null clears it. */
  sessionCookie(token: string | null): string;
  /** Sent to the log-out only; null: none. */
  pushDevice(request: Request): number | null;
  /** Null deletes it. */
  pushDeviceCookie(id: number | null): string;
  /** CF-Connecting-IP. */
  clientAddress: string;
  requestId: string;
  nonce: string;
  /** Unix seconds. */
  now(): number;
  /** HTML; null: none. */
  siteBanner: string | null;
  isDevelopment: boolean;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
