/** Largest body a page's form or an API call may send. */
export const MAX_BODY_BYTES = 64 * 1024;

/** The platform takes no larger body; beyond it a sender is cut off. */
const MAX_DRAINED_BYTES = 100 * 1024 * 1024;

/**
 * Reads a body, whatever Content-Length says; null when it is larger than {@link MAX_BODY_BYTES}. What is too much is
 * read and dropped: a sender that is answered while it still sends may never see the answer (wrangler's local proxy
 * turns it into a 503).
 */
export async function readLimitedBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length <= MAX_BODY_BYTES) chunks.push(value);
    else chunks.length = 0;
    if (length > MAX_DRAINED_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (length > MAX_BODY_BYTES) return null;
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
