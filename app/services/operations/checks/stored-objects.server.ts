import * as z from "zod";
import { artifactKeyOf, getArtifact, UNSEEN_PREFIX } from "#app/adapters/artifact-store.server.ts";
import { errorReason } from "#app/adapters/error-text.server.ts";
import {
  listSegmentObjects,
  manifestKey,
  readStoredManifest,
  SEGMENT_PREFIX,
} from "#app/adapters/feature-store.server.ts";
import { IMPORTS_PREFIX } from "#app/adapters/imports/staging.server.ts";
import { createRankingStore, listNamed } from "#app/adapters/ranking-store.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import {
  findUnnamed,
  listArtifacts,
  listImportFiles,
  listShared,
} from "#app/db/operations/checks/object-rows.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { findDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import { type Look, nextAfter } from "./look.server.ts";

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
    await getArtifact(store, key).catch((error: unknown) => broken.push(`model ${modelId}: ${errorReason(error)}`));
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
  if (current === null) return { seen: 0, broken: [], next: null };
  const { manifest } = current;
  const keys = [manifestKey(manifest.version), ...new Set(listSegmentObjects(manifest))];
  const from = Number(after);
  const broken: string[] = [];
  const page = keys.slice(from, from + SEGMENTS_PER_PAGE);
  for (const key of page) {
    const bytes = await (await store.get(key))?.arrayBuffer();
    const name = key.startsWith(SEGMENT_PREFIX) ? key.slice(SEGMENT_PREFIX.length) : null;
    if (bytes === undefined) broken.push(`object ${key}: lost`);
    else if (name !== null && (await sha256Hex(bytes, { bytes: name.length / 2 })) !== name)
      broken.push(`object ${key}: altered`);
  }
  return { seen: page.length, broken, next: nextAfter(page, SEGMENTS_PER_PAGE, () => from + page.length) };
};

/** As the public reads them; on an idle site also counted from the ledger as it is. */
export const checkRankings: Look = async (deps, { isIdle }) => {
  const current = await createRankingStore(deps.store).readManifest();
  const keys = current === null ? [] : listNamed(current.manifest);
  const broken: string[] = [];
  for (const key of keys) if ((await deps.store.head(key)) === null) broken.push(`object ${key}: lost`);
  if (isIdle) {
    const { countable, uncounted } = await findDueRankings(deps);
    const outdated = countable.filter(({ period }) => !uncounted.includes(period));
    broken.push(...outdated.map(({ period }) => `ranking ${period.cadence} ${period.key}: older than the ledger`));
  }
  return { seen: keys.length, broken, next: null };
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
