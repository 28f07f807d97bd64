import type { OpenAPIHono } from "@hono/zod-openapi";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import type { ApiEnv } from "./api-env.ts";
import { DOCS_STYLE, drawDocs } from "./docs-page.ts";

type ApiDocument = ReturnType<OpenAPIHono<ApiEnv>["getOpenAPI31Document"]>;

/** The document is the same for everybody until the next deployment. */
const CACHE = { "Cache-Control": "public, max-age=300" };

const HTML = { ...CACHE, "Content-Type": "text/html; charset=utf-8" };
const CSS = { ...CACHE, "Content-Type": "text/css; charset=utf-8" };

/** Serves the document of all of `app`'s calls as JSON and as HTML; built once per isolate on first use. */
export function documentRoutes(app: OpenAPIHono<ApiEnv>, { stylesheets }: { stylesheets: readonly string[] }): void {
  let made: { json: string; html: string } | undefined;
  /** An isolate serves one origin, so the first request's is used. */
  function readDocument(publicUrl: string) {
    if (made !== undefined) return made;
    const document = describeApi(app, publicUrl);
    made = { json: JSON.stringify(document), html: drawDocs(document, { stylesheets }) };
    return made;
  }
  app.get("/api/openapi.json", (c) =>
    c.body(readDocument(c.env.publicUrl).json, 200, { ...CACHE, "Content-Type": "application/json" }),
  );
  app.get("/api/docs", (c) => c.body(readDocument(c.env.publicUrl).html, 200, HTML));
  app.get("/api/docs.css", (c) => c.body(DOCS_STYLE, 200, CSS));
}

function describeApi(app: OpenAPIHono<ApiEnv>, publicUrl: string): ApiDocument {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access_token of POST /api/token. Cookies are never looked at.",
  });
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: "1",
      license: { name: "Terms of use", url: `${publicUrl}/terms` },
      description:
        "The calls behind the pages, with the same rules. Names are snake_case, a trailing slash is optional, unknown keys of a body are ignored, and every refusal is {detail}.",
    },
    servers: [{ url: publicUrl, description: PRODUCT_NAME }],
    tags: [
      { name: "account", description: "Getting in" },
      { name: "users", description: "The caller" },
      { name: "models", description: "AI models" },
      { name: "races", description: "Races" },
      { name: "analyses", description: "Analyses of races" },
      { name: "rankings", description: "Rankings of models by what their bets would have returned" },
      { name: "sharing", description: "Analyses that their owners show to everybody" },
      { name: "plans", description: "Plans and payment" },
    ],
  });
}
