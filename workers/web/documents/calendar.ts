import { retryAfter } from "#app/http/retry-after.ts";
import type { Services } from "#app/services/create-services.server.ts";

const PATH = /^\/calendar\/([\w.-]{1,200})\.ics$/;
const TEXT = "text/plain; charset=utf-8";

/** GET /calendar/{code}.ics, for programs without cookies. */
export async function respondWithCalendar(request: Request, { fans }: Services): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return respond(405, { Allow: "GET, HEAD" });
  const code = PATH.exec(new URL(request.url).pathname)?.[1];
  const read = code === undefined ? null : await fans.readCalendar({ code });
  if (read === null) return respond(404);
  if (read.kind === "refused") return respond(429, retryAfter(read.retryAfterSeconds));
  const headers = { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-cache" };
  return new Response(request.method === "HEAD" ? null : read.text, { headers });
}

const WORDS = {
  404: "このカレンダーはありません。",
  405: "Method Not Allowed",
  429: "Too Many Requests",
};

function respond(status: keyof typeof WORDS, headers: Record<string, string> = {}): Response {
  const fixed = { "Content-Type": TEXT, "Cache-Control": "no-store" };
  return new Response(`${WORDS[status]}\n`, { status, headers: { ...fixed, ...headers } });
}
