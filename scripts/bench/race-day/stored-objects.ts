import { z } from "zod";
import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import {
  CURRENT_MANIFEST_KEY,
  MANIFEST_PREFIX,
  manifestKey,
  SEGMENT_PREFIX,
  type StoredManifest,
} from "#app/adapters/feature-store.server.ts";
import { createRankingStore, listNamed } from "#app/adapters/ranking-store.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { IMPORTS_PREFIX } from "#app/services/imports/import-staging.server.ts";

/** Checks that rows and the objects in the store agree. */

interface StoreCheck {
  objects: number;
  artifacts: number;
  broken: string[];
}

/** Objects by key. */
type Stored = ReadonlyMap<string, R2Object>;

const CHECKS = [checkImports, checkArtifacts, checkShares, checkFeatures, checkRankings];

/** @param db of a site without a job at work: what a job has stored and not named yet would count as left over */
export async function checkStore(db: D1Database, store: R2Bucket): Promise<StoreCheck> {
  const stored = await listObjects(store);
  const broken = (await Promise.all(CHECKS.map((check) => check({ db, store, stored })))).flat();
  const artifacts = [...stored.keys()].filter((key) => key.startsWith(ARTIFACT_PREFIX)).length;
  return { objects: stored.size, artifacts, broken };
}

interface Subject {
  db: D1Database;
  store: R2Bucket;
  stored: Stored;
}

async function listObjects(store: R2Bucket): Promise<Stored> {
  const stored = new Map<string, R2Object>();
  let cursor: string | undefined;
  do {
    const page = await store.list(cursor === undefined ? {} : { cursor });
    for (const object of page.objects) stored.set(object.key, object);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return stored;
}

const filesSchema = z.array(z.object({ key: z.string(), bytes: z.number() }));

/** The files of an import that goes on are there, byte for byte as many; nothing is left of one that is over. */
async function checkImports({ db, stored }: Subject): Promise<string[]> {
  const { results } = await db
    .prepare("select id, files from imports where status not in ('done', 'refused', 'failed')")
    .all<{ id: number; files: string }>();
  const files = results.flatMap(({ files }) => filesSchema.parse(JSON.parse(files)));
  const open = new Set(results.map(({ id }) => String(id)));
  const lost = files.filter(({ key, bytes }) => stored.get(key)?.size !== bytes);
  const left = keysBelow(stored, IMPORTS_PREFIX).filter((key) => !open.has(key.split("/")[1] ?? ""));
  return [
    ...lost.map(({ key, bytes }) => `received file ${key} has not its ${bytes} bytes`),
    ...left.map((key) => `${key} is left of an import that is over`),
  ];
}

const ARTIFACT_PREFIX = "artifacts/";

/** Each complete model's artifact is there, whole and as its key says; each artifact has a model. */
async function checkArtifacts({ db, store, stored }: Subject): Promise<string[]> {
  const { results } = await db
    .prepare(
      "select artifact_key key, max(status = 2 and deleted_at is null) needed from models where artifact_key <> '' group by 1",
    )
    .all<{ key: string; needed: number }>();
  const broken: string[] = [];
  for (const { key, needed } of results) {
    if (needed === 0 && !stored.has(key)) continue;
    await getArtifact(store, key).catch((error: unknown) => broken.push(String(error)));
  }
  const named = new Set(results.map(({ key }) => key));
  const left = keysBelow(stored, ARTIFACT_PREFIX).filter((key) => !named.has(key));
  return [...broken, ...left.map((key) => `${key} belongs to no model`)];
}

const SHARE_PREFIX = "shares/";

/** Analyses that are shared and objects that show one are the same. */
async function checkShares({ db, store, stored }: Subject): Promise<string[]> {
  const { results } = await db
    .prepare("select id from analyses where shared_at is not null and deleted_at is null")
    .all<{ id: number }>();
  const shared = new Set(results.map(({ id }) => `${SHARE_PREFIX}${id}.json`));
  const shown: string[] = [];
  for (const key of keysBelow(stored, SHARE_PREFIX))
    if ((await store.head(key))?.customMetadata?.state === "shared") shown.push(key);
  return [
    ...[...shared].filter((key) => !shown.includes(key)).map((key) => `${key} is shared and not there`),
    ...shown.filter((key) => !shared.has(key)).map((key) => `${key} shows what is not shared`),
  ];
}

/** The current features are there, as their names say. What earlier versions left goes with a later build. */
async function checkFeatures({ store, stored }: Subject): Promise<string[]> {
  const current = await store.get(CURRENT_MANIFEST_KEY);
  if (current === null) return keysBelow(stored, SEGMENT_PREFIX).map((key) => `${key} without a manifest`);
  const manifest = await current.json<StoredManifest>();
  const segments = Object.values(manifest.venueTypes).flatMap((venueType) => venueType.segments);
  const keys = segments.flatMap(({ indexKey, codesKeys }) => [
    indexKey,
    ...Object.values(codesKeys).flatMap(({ days, columns }) => [days, columns]),
  ]);
  const broken = stored.has(manifestKey(manifest.version)) ? [] : [`${MANIFEST_PREFIX}${manifest.version} is lost`];
  for (const key of new Set(keys)) {
    const bytes = await (await store.get(key))?.arrayBuffer();
    const name = key.slice(SEGMENT_PREFIX.length);
    if (bytes === undefined) broken.push(`${key} is lost`);
    else if ((await sha256Hex(bytes, { bytes: name.length / 2 })) !== name) broken.push(`${key} is altered`);
  }
  return broken;
}

async function checkRankings({ store, stored }: Subject): Promise<string[]> {
  const current = await createRankingStore(store).readManifest();
  const keys = current === null ? [] : listNamed(current.manifest);
  return keys.filter((key) => !stored.has(key)).map((key) => `${key} is lost`);
}

const keysBelow = (stored: Stored, prefix: string): string[] =>
  [...stored.keys()].filter((key) => key.startsWith(prefix));
