import type { Hono } from "hono";
import type { ApiEnv } from "./api-env.ts";
import { type CallsByTag, describeApi } from "./describe-api.ts";
import { DOCS_STYLE, drawDocs } from "./docs-page.ts";

const CACHE = { "Cache-Control": "public, max-age=300" };

const HTML = { ...CACHE, "Content-Type": "text/html; charset=utf-8" };
const CSS = { ...CACHE, "Content-Type": "text/css; charset=utf-8" };

/** Built once per isolate, for the origin of the first request. */
export function documentRoutes(
  app: Hono<ApiEnv>,
  { calls, stylesheets }: { calls: CallsByTag; stylesheets: readonly string[] },
): void {
  let made: { json: string; html: string } | undefined;
  function readDocument(publicUrl: string) {
    if (made !== undefined) return made;
    const document = describeApi(calls, publicUrl);
    made = { json: JSON.stringify(document), html: drawDocs(document, { stylesheets }) };
    return made;
  }
  app.get("/api/openapi.json", (c) =>
    c.body(readDocument(c.env.publicUrl).json, 200, { ...CACHE, "Content-Type": "application/json" }),
  );
  app.get("/api/docs", (c) => c.body(readDocument(c.env.publicUrl).html, 200, HTML));
  app.get("/api/docs.css", (c) => c.body(DOCS_STYLE, 200, CSS));
}
