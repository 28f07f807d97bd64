import { hasEntity } from "#workers/web/pages/entity-tag.ts";

/** Scripts of any site may read it, with any headers. */
const PUBLIC = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag" };

const PREFLIGHT = {
  ...PUBLIC,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
};

/** Responds to preflights and to methods that a public document does not have; null for reads. */
export function respondToMethod({ method }: Request): Response | null {
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  if (method === "GET" || method === "HEAD") return null;
  const headers = { Allow: "GET, HEAD, OPTIONS" };
  return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers });
}

export function respondWithVersion(
  request: Request,
  { version, maxAge }: { version: string; maxAge: number },
  readBody: () => BodyInit,
): Response {
  const headers = { ETag: `W/"${version}"`, "Cache-Control": `public, max-age=${maxAge}`, ...PUBLIC };
  if (hasEntity(request, headers.ETag)) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : readBody();
  return new Response(body, { headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } });
}
