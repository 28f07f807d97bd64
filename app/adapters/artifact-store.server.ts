import { type Artifact, parseArtifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/** R2 deletes so many keys at once. */
const KEYS_PER_DELETE = 1000;

interface PackedArtifact {
  /** Of its object: the SHA-256 of the bytes. */
  key: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function packArtifact(artifact: Artifact): Promise<PackedArtifact> {
  const bytes = serialiseArtifact(artifact);
  return { key: `artifacts/${await sha256Hex(bytes)}.json`, bytes };
}

/**
 * Keeps an artifact under its key, create-only: the same training twice is one object. A model must name it before
 * (artifacts.server.ts of the db).
 */
export async function putArtifact(store: R2Bucket, { key, bytes }: PackedArtifact): Promise<string> {
  await store.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/json" },
  });
  return key;
}

/** Deletes artifacts that no model names; one that is gone is no error. */
export async function deleteArtifacts(store: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_PER_DELETE) await store.delete(keys.slice(at, at + KEYS_PER_DELETE));
}

/** @throws when the object is missing, altered or of an unknown format: each is a fault of ours. */
export async function getArtifact(store: R2Bucket, key: string): Promise<Artifact> {
  const object = await store.get(key);
  if (object === null) throw new Error(`artifact ${key} is missing`);
  const bytes = await object.arrayBuffer();
  if (`artifacts/${await sha256Hex(bytes)}.json` !== key) throw new Error(`artifact ${key} is altered`);
  return parseArtifact(bytes);
}
