import { isUnsafeMethod } from "./security.ts";

/** Largest body a page's form or an API call may send. */
const MAX_BODY_BYTES = 64 * 1024;

/** The platform takes no larger body; beyond it a sender is cut off. */
const MAX_DRAINED_BYTES = 100 * 1024 * 1024;

/**
 * Reads a body, whatever Content-Length says; null when it is larger than `maxBytes`. What is too much is
 * read and dropped: a sender that is answered while it still sends may never see the answer (wrangler's local proxy
 * turns it into a 503).
 */
export async function readLimitedBody(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length <= maxBytes) chunks.push(value);
    else chunks.length = 0;
    if (length > MAX_DRAINED_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (length > maxBytes) return null;
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

type PageForm = { kind: "form"; request: Request } | { kind: "too-large" } | { kind: "unreadable" };

/**
 * The request of a page with its form in memory: loaders and actions see a bounded body that `formData()` reads. No
 * body at all is an empty form; a body that is no form is nothing that a page of ours sends.
 */
export async function readPageForm(request: Request): Promise<PageForm> {
  if (!isUnsafeMethod(request.method)) return { kind: "form", request };
  const body = await readLimitedBody(request);
  if (body === null) return { kind: "too-large" };
  const headers = new Headers(request.headers);
  // Remix compares the form's origin with these and throws; the rule against cross-site requests has gone by the address.
  headers.delete("X-Forwarded-Host");
  headers.set("Host", new URL(request.url).host);
  if (body.byteLength === 0) {
    headers.set("Content-Type", "application/x-www-form-urlencoded");
  } else {
    const type = headers.get("Content-Type") ?? "";
    if (!FORM_TYPES.includes(type.split(";")[0]?.trim().toLowerCase() ?? "")) return { kind: "unreadable" };
    try {
      await new Response(body, { headers: { "Content-Type": type } }).formData();
    } catch {
      return { kind: "unreadable" };
    }
  }
  return { kind: "form", request: new Request(request, { headers, body }) };
}

/** Reads and drops what a refusal did not look at, for the reason at {@link readLimitedBody}. */
export async function dropUnreadBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed) return;
  try {
    await readLimitedBody(request);
  } catch {
    // The sender went away: nobody waits for the answer.
  }
}
