import { type Artifact, parseArtifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";

/**
 * Keeps an artifact under the SHA-256 of its bytes, create-only: the same training twice is one object.
 *
 * @returns the object's key
 */
export async function putArtifact(store: R2Bucket, artifact: Artifact): Promise<string> {
  const bytes = serialiseArtifact(artifact);
  const key = `artifacts/${await hashHex(bytes)}.json`;
  await store.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/json" },
  });
  return key;
}

/** @throws when the object is missing, altered or of an unknown format: each is a fault of ours. */
export async function getArtifact(store: R2Bucket, key: string): Promise<Artifact> {
  const object = await store.get(key);
  if (object === null) throw new Error(`artifact ${key} is missing`);
  const bytes = await object.arrayBuffer();
  if (`artifacts/${await hashHex(bytes)}.json` !== key) throw new Error(`artifact ${key} is altered`);
  return parseArtifact(bytes);
}

async function hashHex(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
