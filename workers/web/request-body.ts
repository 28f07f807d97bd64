import { isUnsafeMethod } from "./security.ts";

const MAX_BODY_BYTES = 64 * 1024;

/** The platform accepts no larger body; beyond this the connection is closed. */
const MAX_DRAINED_BYTES = 100_000_000;

/**
 * Reads a body regardless of Content-Length; null if it exceeds `maxBytes`. The excess is read and dropped, because
 * wrangler's local proxy loses a response sent earlier.
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

/** No body is an empty form; a body that is no form is "unreadable". */
export async function readPageForm(request: Request, maxBytes = MAX_BODY_BYTES): Promise<PageForm> {
  if (!isUnsafeMethod(request.method)) return { kind: "form", request };
  const body = await readLimitedBody(request, maxBytes);
  if (body === null) return { kind: "too-large" };
  const headers = new Headers(request.headers);
  // Remix compares Origin with these headers and throws; the cross-site rule has already checked the URL.
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

/** Reads and drops the body that a refusal left unread; see {@link readLimitedBody}. */
export async function dropUnreadBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed) return;
  try {
    await readLimitedBody(request);
  } catch {
    // The client disconnected and waits for no response.
  }
}
