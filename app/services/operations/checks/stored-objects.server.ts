import { artifactKeyOf, getArtifact, UNSEEN_PREFIX } from "#app/adapters/artifact-store.server.ts";
import { IMPORTS_PREFIX } from "#app/adapters/imports/staging.server.ts";
import { findUnnamed, listArtifacts } from "#app/db/operations/checks/object-rows.server.ts";
import type { Look } from "./look.server.ts";

/** What rows promise is in R2, whole; and R2 keeps nothing that no row names. */

/** Artifacts are parsed to be hashed: up to a megabyte each. */
const ARTIFACTS_PER_PAGE = 10;
const LISTED_PER_PAGE = 500;

const ARTIFACT_PREFIX = "artifacts/";
const SHARE_PREFIX = "shares/";

/** Artifacts of complete models exist, and their content matches their name. */
export const checkArtifacts: Look = async ({ db, store }, { after }) => {
  const artifacts = await listArtifacts(db, { after, limit: ARTIFACTS_PER_PAGE });
  const broken: string[] = [];
  for (const { key, modelId } of artifacts) {
    await getArtifact(store, key).catch((error: unknown) => broken.push(`model ${modelId}: ${messageOf(error)}`));
  }
  return { seen: artifacts.length, broken, next: nextAfter(artifacts, ARTIFACTS_PER_PAGE, ({ key }) => key) };
};

/** Nothing is left that no row names: artifacts, files of imports that are over, pages of what is not shared. */
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
