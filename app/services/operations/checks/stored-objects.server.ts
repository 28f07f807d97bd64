import * as z from "zod";
import { artifactKeyOf, getArtifact, UNSEEN_PREFIX } from "#app/adapters/artifact-store.server.ts";
import {
  listSegmentObjects,
  manifestKey,
  readStoredManifest,
  SEGMENT_PREFIX,
} from "#app/adapters/feature-store.server.ts";
import { IMPORTS_PREFIX } from "#app/adapters/imports/staging.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import {
  findUnnamed,
  listArtifacts,
  listImportFiles,
  listShared,
} from "#app/db/operations/checks/object-rows.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Look } from "./look.server.ts";

/** Parsed to be hashed: up to a megabyte each. */
const ARTIFACTS_PER_PAGE = 10;
const HEADS_PER_PAGE = 40;
/** Some megabytes each. */
const SEGMENTS_PER_PAGE = 4;
const LISTED_PER_PAGE = 500;

const ARTIFACT_PREFIX = "artifacts/";
const SHARE_PREFIX = "shares/";

/** They exist, and their content matches their name. */
export const checkArtifacts: Look = async ({ db, store }, { after }) => {
  const artifacts = await listArtifacts(db, { after, limit: ARTIFACTS_PER_PAGE });
  const broken: string[] = [];
  for (const { key, modelId } of artifacts) {
    await getArtifact(store, key).catch((error: unknown) => broken.push(`model ${modelId}: ${messageOf(error)}`));
  }
  return { seen: artifacts.length, broken, next: nextAfter(artifacts, ARTIFACTS_PER_PAGE, ({ key }) => key) };
};

/** Shared pages and files of unfinished imports exist. */
export const checkShares: Look = async ({ db, store }, { after }) => {
  const analysisIds = await listShared(db, { after, limit: HEADS_PER_PAGE });
  const shares = createShareStore(store);
  const broken: string[] = [];
  for (const analysisId of analysisIds) {
    if ((await shares.findVersion(analysisId)) === null) broken.push(`analysis ${analysisId}: shared, and not shown`);
  }
  if (after === "") {
    for (const { importId, files } of await listImportFiles(db, { after: "", limit: HEADS_PER_PAGE })) {
      for (const { key, bytes } of filesSchema.parse(JSON.parse(files))) {
        if ((await store.head(key))?.size !== bytes)
          broken.push(`import ${importId}: ${key} has not its ${bytes} bytes`);
      }
    }
  }
  return { seen: analysisIds.length, broken, next: nextAfter(analysisIds, HEADS_PER_PAGE, String) };
};

const filesSchema = z.array(z.object({ key: z.string(), bytes: z.number() }));

/** They exist, and their content matches their names. */
export const checkFeatures: Look = async ({ store }, { after }) => {
  const current = await readStoredManifest(store);
  if (current === null) {
    const { objects } = await store.list({ prefix: SEGMENT_PREFIX, limit: SEGMENTS_PER_PAGE });
    return { seen: 0, broken: objects.map(({ key }) => `object ${key}: without a manifest`), next: null };
  }
  const { manifest } = current;
  const keys = [...new Set(listSegmentObjects(manifest))];
  const from = Number(after || 0);
  const broken: string[] = [];
  if (from === 0 && (await store.head(manifestKey(manifest.version))) === null)
    broken.push(`features ${manifest.version}: the manifest is lost`);
  for (const key of keys.slice(from, from + SEGMENTS_PER_PAGE)) {
    const bytes = await (await store.get(key))?.arrayBuffer();
    const name = key.slice(SEGMENT_PREFIX.length);
    if (bytes === undefined) broken.push(`object ${key}: lost`);
    else if ((await sha256Hex(bytes, { bytes: name.length / 2 })) !== name) broken.push(`object ${key}: altered`);
  }
  const to = from + SEGMENTS_PER_PAGE;
  return { seen: Math.min(keys.length, to) - from, broken, next: to < keys.length ? String(to) : null };
};

export const checkObjects: Look = async ({ db, store }, { after, storedBefore }) => {
  const page = await store.list({
    ...{ limit: LISTED_PER_PAGE, include: ["customMetadata"] },
    ...(after === "" ? {} : { cursor: after }),
  });
  const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < storedBefore);
  const below = (prefix: string) => old.filter(({ key }) => key.startsWith(prefix));
  const importIdOf = ({ key }: { key: string }) => Number(key.split("/")[1]);
  const shown = below(SHARE_PREFIX).filter(({ customMetadata }) => customMetadata?.state === "shared");
  const analysisIdOf = ({ key }: { key: string }) => Number.parseInt(key.slice(SHARE_PREFIX.length), 10);
  const unnamed = await findUnnamed(db, {
    artifacts: [
      ...new Set([
        ...below(ARTIFACT_PREFIX).map(({ key }) => key),
        ...below(UNSEEN_PREFIX).map(({ key }) => artifactKeyOf(key)),
      ]),
    ],
    importIds: [...new Set(below(IMPORTS_PREFIX).map(importIdOf))],
    analysisIds: shown.map(analysisIdOf),
  });
  const left = below(IMPORTS_PREFIX).filter((object) => unnamed.importIds.includes(importIdOf(object)));
  return {
    seen: page.objects.length,
    broken: [
      ...unnamed.artifacts.map((key) => `object ${key}: of no model`),
      ...left.map(({ key }) => `object ${key}: of an import that is over`),
      ...unnamed.analysisIds.map((id) => `analysis ${id}: shown, and not shared`),
    ],
    next: page.truncated ? page.cursor : null,
  };
};

function nextAfter<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : keyOf(last);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
