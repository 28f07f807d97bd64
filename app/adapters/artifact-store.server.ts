import { type Artifact, parseArtifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/** R2's limit of keys per delete. */
const KEYS_PER_DELETE = 1000;

interface PackedArtifact {
  /** Key of its object: the SHA-256 of the bytes. */
  key: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function packArtifact(artifact: Artifact): Promise<PackedArtifact> {
  const bytes = serialiseArtifact(artifact);
  return { key: `artifacts/${await sha256Hex(bytes)}.json`, bytes };
}

/**
 * Stores an artifact under its key unless it exists: equal trainings share one object. A model must refer to it first
 * (artifacts.server.ts of the db).
 */
export async function putArtifact(store: R2Bucket, { key, bytes }: PackedArtifact): Promise<string> {
  await store.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/json" },
  });
  return key;
}

/** Deletes artifacts that no model refers to; missing ones are ignored. */
export async function deleteArtifacts(store: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_PER_DELETE) await store.delete(keys.slice(at, at + KEYS_PER_DELETE));
}

/** @throws if the object is missing, altered or of an unknown format */
export async function getArtifact(store: R2Bucket, key: string): Promise<Artifact> {
  const object = await store.get(key);
  if (object === null) throw new Error(`artifact ${key} is missing`);
  const bytes = await object.arrayBuffer();
  if (`artifacts/${await sha256Hex(bytes)}.json` !== key) throw new Error(`artifact ${key} is altered`);
  return parseArtifact(bytes);
}
