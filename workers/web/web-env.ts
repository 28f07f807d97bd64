import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Hono } from "hono";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import type { Services } from "#app/services/create-services.server.ts";
import type { Config, Demo, Deps } from "#app/services/deps.server.ts";
import type { Env } from "#workers/environment.ts";
import type { AdminEnv } from "./admin/admin-env.ts";
import type { borrowDatabase } from "./database/request-database.ts";
import type { Visit } from "./request-log.ts";
import type { ShareImages } from "./share-image/share-images.ts";

export interface WebParts {
  pages(request: Request, context: AppLoadContext): Promise<Response>;
  /** Allowed methods of each page; GET, HEAD and POST if absent. */
  methodsOf?(path: string): readonly string[];
  build: string;
  createServices(deps: Deps): Services;
  /** URLs of the public pages' stylesheets, for the API's HTML documentation. */
  stylesheets?: readonly string[];
  styleHashes?: readonly string[];
  shareImages?: ShareImages;
  passwords: PasswordHasher;
  demo?: Demo;
  demoRoutes?: (app: Hono<AdminEnv>) => void;
}

/** Per-request state; each variable is available after the middleware that sets it. */
export interface WebEnv {
  /** `DB` counts this request's round trips, and is the primary. */
  Bindings: Env;
  Variables: {
    requestId: string;
    visit: Visit;
    database: ReturnType<typeof borrowDatabase>;
    nonce: string;
    config: Config;
    /** The page came from the cache, where it is the same for everybody: its policy has no nonce. */
    isKept?: boolean;
    deps: Deps;
    services: Services;
    /** The operator's notification of this page, as HTML; null: none stands. */
    siteBanner?: string | null;
  };
}
