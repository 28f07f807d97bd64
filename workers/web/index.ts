import { createHash } from "node:crypto";
import noSimd from "argon2id/dist/no-simd.wasm";
import simd from "argon2id/dist/simd.wasm";
import { createPasswordHasher } from "#app/adapters/password-hash.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import type { Env } from "../environment.ts";
import { readPageMethods } from "./page-address.ts";
import { createPageHandler } from "./page-routes.ts";
import * as build from "./remix-build.js";
import { createWebHandler } from "./web-handler.ts";

// One hasher per isolate: its queue keeps a flood of log-ins from starving the pages (reliability.md §0, finding 3).
const passwords = createPasswordHasher({ modules: { simd, noSimd } });

/** What the public pages hold as text, and the API's readable document links. */
const { publicStyle } = build.entry.module;

const handle = createWebHandler({
  pages: createPageHandler(build, build.mode),
  methodsOf: readPageMethods(build.routes),
  build: build.assets.version,
  createServices,
  stylesheets: [publicStyle.href],
  styleHash: createHash("sha256").update(publicStyle.text).digest("base64"),
  passwords,
});

export default {
  fetch: (request, env) => handle(request, env),
} satisfies ExportedHandler<Env>;
