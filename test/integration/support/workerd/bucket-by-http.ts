import { askBucket } from "./bindings-worker.ts";

type Content = NonNullable<ConstructorParameters<typeof Response>[0]>;
type Facts = Omit<R2Object, "uploaded"> & { uploaded: number };

/**
 * An R2 binding of a Worker with the script BINDINGS_WORKER, for use in Node. Miniflare's own proxy blocks the thread
 * for every member of an object; here a call is one request, and an object comes with its content.
 *
 * @param address where the Worker listens
 * @param bucket its name in the Worker
 */
export function openBucketByHttp(address: URL, bucket: string): R2Bucket {
  async function call(method: string, subject: unknown, options: unknown, body: Uint8Array = new Uint8Array()) {
    return askBucket(address, { bucket, method, subject, options }, body);
  }

  return {
    async head(key: string) {
      const { result } = await call("head", key, undefined);
      return toObject(result as Facts | null);
    },
    async get(key: string, options?: R2GetOptions) {
      const { result, content } = await call("get", key, options);
      const object = toObject(result as Facts | null);
      return object === null || content === null ? object : Object.assign(toBody(content), object);
    },
    async put(key: string, value: Content, options?: R2PutOptions) {
      const bytes = new Uint8Array(await new Response(value).arrayBuffer());
      const { result } = await call("put", key, options, bytes);
      return toObject(result as Facts | null);
    },
    async delete(keys: string | string[]) {
      await call("delete", keys, undefined);
    },
    async list(options?: R2ListOptions) {
      const { result } = await call("list", options, undefined);
      const { objects, ...rest } = result as { objects: Facts[] };
      return { ...rest, objects: objects.map(toObject) };
    },
  } as unknown as R2Bucket;
}

function toObject(facts: Facts | null) {
  return facts === null ? null : { ...facts, uploaded: new Date(facts.uploaded) };
}

function toBody(content: Buffer) {
  const response = new Response(new Uint8Array(content));
  return {
    get body() {
      return response.body;
    },
    get bodyUsed() {
      return response.bodyUsed;
    },
    arrayBuffer: () => response.arrayBuffer(),
    text: () => response.text(),
    json: () => response.json(),
    blob: () => response.blob(),
  };
}
