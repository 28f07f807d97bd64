/** R2's limit. */
const KEYS_PER_CALL = 1000;

/** `include` is missing in the types of R2. */
interface ListOptions extends R2ListOptions {
  include?: ["customMetadata"];
}

export async function* listPages(bucket: Pick<R2Bucket, "list">, options: ListOptions): AsyncGenerator<R2Objects> {
  for (let cursor: string | undefined; ; ) {
    const page: R2Objects = await bucket.list({ ...options, ...(cursor !== undefined && { cursor }) });
    yield page;
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

/** Objects that are written meanwhile may stay. */
export async function deleteAll(bucket: Pick<R2Bucket, "list" | "delete">, prefix: string): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { objects, truncated } = await bucket.list({ prefix, limit: KEYS_PER_CALL });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    isMore = truncated;
  }
}

export async function deleteKeys(bucket: Pick<R2Bucket, "delete">, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_PER_CALL) await bucket.delete(keys.slice(at, at + KEYS_PER_CALL));
}

/** As `put`, but only over the version that was read; null: only if there is none. @returns null if it has changed */
export function replace(
  bucket: Pick<R2Bucket, "put">,
  key: string,
  { text, etag, ...options }: { text: string; etag: string | null } & Pick<R2PutOptions, "customMetadata">,
): Promise<R2Object | null> {
  return bucket.put(key, text, {
    ...{ onlyIf: etag === null ? { etagDoesNotMatch: "*" } : { etagMatches: etag }, ...options },
    httpMetadata: { contentType: "application/json" },
  });
}
