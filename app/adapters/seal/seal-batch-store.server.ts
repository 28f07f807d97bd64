import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";

/** Never rewritten: without its key an account's texts are unreadable, and the hashes still prove the others'. */
interface StoredBatch {
  hashes: string[];
  parts: {
    first: number;
    /** AES-GCM of gzipped JSON, nonce first, base64. */
    sealed: string;
  }[];
}

export interface BatchPart {
  /** AES-GCM, 256 bits in hexadecimal. */
  key: string;
  bodies: readonly string[];
}

const NONCE_BYTES = 12;

/** Stored under the root of its tree, so that no other content can be stored there. @returns the object's key */
export async function putBatch(
  store: R2Bucket,
  { root, hashes, parts }: { root: string; hashes: readonly string[]; parts: readonly BatchPart[] },
): Promise<string> {
  const key = `seals/${root}.json.gz`;
  const batch: StoredBatch = { hashes: [...hashes], parts: [] };
  let first = 0;
  for (const part of parts) {
    batch.parts.push({ first, sealed: await encrypt(part) });
    first += part.bodies.length;
  }
  await store.put(key, gzipSync(JSON.stringify(batch)), { httpMetadata: { contentType: "application/gzip" } });
  return key;
}

/** Null: the key reads no part. @throws if the object is missing */
export async function getBatch(
  store: R2Bucket,
  name: string,
  key: string,
): Promise<{ hashes: string[]; own: { first: number; bodies: string[] } | null }> {
  const object = await store.get(name);
  if (object === null) throw new Error(`the sealed texts ${name} are missing`);
  const batch = JSON.parse(gunzipSync(await object.arrayBuffer()).toString()) as StoredBatch;
  const imported = await importKey(key, "decrypt");
  for (const { first, sealed } of batch.parts) {
    const bodies = await decrypt(sealed, imported);
    if (bodies !== null) return { hashes: batch.hashes, own: { first, bodies } };
  }
  return { hashes: batch.hashes, own: null };
}

async function encrypt({ key, bodies }: BatchPart): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const text = new Uint8Array(gzipSync(JSON.stringify(bodies)));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await importKey(key, "encrypt"), text);
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64");
}

/** Null: sealed by another key. */
async function decrypt(sealed: string, key: CryptoKey): Promise<string[] | null> {
  const bytes = new Uint8Array(Buffer.from(sealed, "base64"));
  const iv = bytes.subarray(0, NONCE_BYTES);
  try {
    const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.subarray(NONCE_BYTES));
    return JSON.parse(gunzipSync(new Uint8Array(text)).toString()) as string[];
  } catch (error) {
    if (error instanceof DOMException && error.name === "OperationError") return null;
    throw error;
  }
}

async function importKey(key: string, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", new Uint8Array(Buffer.from(key, "hex")), "AES-GCM", false, [usage]);
}
