import { gunzipSync, gzipSync } from "node:zlib";
import { openRunIndexes, type RunIndex } from "#app/domain/evaluation/run-indexes.ts";
import {
  type PackedUnseenRaces,
  packUnseenRaces,
  type UnseenResult,
  unpackUnseenRaces,
} from "#app/domain/evaluation/unseen-races.ts";
import { type Artifact, parseArtifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { deleteKeys } from "./r2.server.ts";

type PackedArtifact = Awaited<ReturnType<typeof packArtifact>>;

export async function packArtifact(artifact: Artifact) {
  const bytes = serialiseArtifact(artifact);
  return { key: `artifacts/${await sha256Hex(bytes)}.json`, bytes };
}

/** Equal trainings share one object. A model must refer to it first (artifacts.server.ts of the db). */
export async function putArtifact(store: R2Bucket, { key, bytes }: PackedArtifact): Promise<string> {
  await store.put(key, bytes, {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/json" },
  });
  return key;
}

export async function deleteArtifacts(store: R2Bucket, artifactKeys: readonly string[]): Promise<void> {
  await deleteKeys(
    store,
    artifactKeys.flatMap((key) => [key, unseenKeyOf(key), unseenKeyOf(key, RUNS)]),
  );
}

/** Stored beside an artifact and deleted with it. */
export const UNSEEN_PREFIX = "unseen/";

const RUNS = "-runs";

function unseenKeyOf(artifactKey: string, part: "" | typeof RUNS = ""): string {
  return `${UNSEEN_PREFIX}${artifactKey.slice("artifacts/".length).replace(/\.json$/, "")}${part}.gz`;
}

export function artifactKeyOf(unseenKey: string): string {
  return `artifacts/${unseenKey.slice(UNSEEN_PREFIX.length).replace(/(-runs)?\.gz$/, "")}.json`;
}

/** Equal trainings share one object; a repeated one stores the same again. */
export async function putUnseenRaces(
  store: R2Bucket,
  artifactKey: string,
  { unseen, runIndexes }: { unseen: readonly UnseenResult[]; runIndexes: string },
): Promise<void> {
  const put = (key: string, text: string) =>
    store.put(key, gzipSync(text), { httpMetadata: { contentType: "application/gzip" } });
  await put(unseenKeyOf(artifactKey), JSON.stringify(packUnseenRaces(unseen)));
  await put(unseenKeyOf(artifactKey, RUNS), runIndexes);
}

/** By day and id; null for artifacts from before these were kept. */
export async function getUnseenRaces(store: R2Bucket, artifactKey: string): Promise<UnseenResult[] | null> {
  const json = await getText(store, unseenKeyOf(artifactKey));
  return json === null ? null : unpackUnseenRaces(JSON.parse(json) as PackedUnseenRaces);
}

export async function getRunIndexes(store: R2Bucket, artifactKey: string): Promise<RunIndex> {
  return openRunIndexes((await getText(store, unseenKeyOf(artifactKey, RUNS))) ?? "");
}

async function getText(store: R2Bucket, key: string): Promise<string | null> {
  const object = await store.get(key);
  return object === null ? null : gunzipSync(new Uint8Array(await object.arrayBuffer())).toString();
}

/** @throws if the object is missing, altered or of an unknown format */
export async function getArtifact(store: R2Bucket, key: string): Promise<Artifact> {
  const object = await store.get(key);
  if (object === null) throw new Error(`artifact ${key} is missing`);
  const bytes = await object.arrayBuffer();
  if (`artifacts/${await sha256Hex(bytes)}.json` !== key) throw new Error(`artifact ${key} is altered`);
  return parseArtifact(bytes);
}
