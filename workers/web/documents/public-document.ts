const ALLOWED = "GET, HEAD, OPTIONS";

/** Scripts of any site may read it, with any headers. */
export const PUBLIC_HEADERS = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag" };

const PREFLIGHT = {
  ...PUBLIC_HEADERS,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
};

/** Responds to preflights and to methods that a public document does not have; null for reads. */
export function respondToMethod({ method }: Request): Response | null {
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
  if (method === "GET" || method === "HEAD") return null;
  return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers: { Allow: ALLOWED } });
}
