import { gunzipSync, gzipSync } from "node:zlib";

/** Stores the sealed texts of a batch under the root of their tree, so that nothing else can be stored there. */
export async function putBatch(
  store: R2Bucket,
  { root, bodies }: { root: string; bodies: readonly string[] },
): Promise<string> {
  const key = `seals/${root}.json.gz`;
  await store.put(key, gzipSync(JSON.stringify(bodies)), { httpMetadata: { contentType: "application/gzip" } });
  return key;
}

/** @throws if the object is missing */
export async function getBatch(store: R2Bucket, key: string): Promise<string[]> {
  const object = await store.get(key);
  if (object === null) throw new Error(`the sealed texts ${key} are missing`);
  return JSON.parse(gunzipSync(await object.arrayBuffer()).toString()) as string[];
}
