import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { decodeShareId } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import type { PageVersions } from "./page-cache.ts";

/** Before the first rankings exist, pages derive the period from the date; new ones are due on the hour. */
const HOUR_MS = 3_600_000;

export function createPageVersions(bucket: R2Bucket): PageVersions {
  return {
    async rankings() {
      const stood = await createRankingStore(bucket).readManifest();
      return stood?.manifest.version ?? `none ${Math.floor(Date.now() / HOUR_MS)}`;
    },
    async analysis(shareId) {
      const analysisId = decodeShareId(shareId);
      return analysisId === null ? null : createShareStore(bucket).findVersion(analysisId);
    },
  };
}
