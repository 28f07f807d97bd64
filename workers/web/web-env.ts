import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Hono } from "hono";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import type { Config, Demo, Deps } from "#app/services/deps.server.ts";
import type { Services } from "#app/services/services.ts";
import type { Env } from "#workers/environment.ts";
import type { AdminEnv } from "./admin/admin-env.ts";
import type { Visit } from "./request-log.ts";
import type { ShareImages } from "./share-image/share-images.ts";

/** What the front door's app is made of. */
export interface WebParts {
  /** Remix: answers every page. */
  pages(request: Request, context: AppLoadContext): Promise<Response>;
  /** What each page may be asked with; GET, HEAD and POST where it is left out. */
  methodsOf?(path: string): readonly string[];
  /** Names the build in /healthz. */
  build: string;
  createServices(deps: Deps): Services;
  /** Addresses of the public pages' styles, for the API's readable document. */
  stylesheets?: readonly string[];
  /** SHA-256, in base64, of the styles that public pages hold as text. */
  styleHashes?: readonly string[];
  /** Pictures of shared pages; without it there are none. */
  shareImages?: ShareImages;
  /** The isolate's one hasher. */
  passwords: PasswordHasher;
  /** What a local start adds. */
  demo?: Demo;
  demoRoutes?: (app: Hono<AdminEnv>) => void;
}

/** What a request has gathered on its way; each is there for whatever comes after the one that sets it. */
export interface WebEnv {
  /** With a `DB` that counts this request's round trips. */
  Bindings: Env;
  Variables: {
    requestId: string;
    visit: Visit;
    /** Of this answer's Content-Security-Policy. */
    nonce: string;
    config: Config;
    /** The page came from memory, where it is the same for everybody: its policy has no nonce. */
    isKept?: boolean;
    deps: Deps;
    services: Services;
  };
}
