import { retryAfter } from "#app/http/retry-after.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { plainText } from "#workers/web/pages/plain-page.ts";

const PATH = /^\/calendar\/([\w.-]{1,200})\.ics$/;

/** GET /calendar/{code}.ics, for programs without cookies. */
export async function respondWithCalendar(request: Request, { fans }: Services): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return plainText(405, "Method Not Allowed", { Allow: "GET, HEAD" });
  const code = PATH.exec(new URL(request.url).pathname)?.[1];
  const read = code === undefined ? null : await fans.readCalendar({ code });
  if (read === null) return plainText(404, "このカレンダーはありません。");
  if (read.kind === "refused") return plainText(429, "Too Many Requests", retryAfter(read.retryAfterSeconds));
  const headers = { "Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-cache" };
  return new Response(request.method === "HEAD" ? null : read.text, { headers });
}
