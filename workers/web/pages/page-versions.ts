import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { decodeShareId } from "#app/adapters/share-id.server.ts";
import { createPublicModelStore, createShareStore } from "#app/adapters/share-store.server.ts";
import type { PageVersions } from "./page-cache.ts";

/** Before the first rankings exist, pages derive the period from the date; new ones are due on the hour. */
const HOUR_MS = 3_600_000;

export function createPageVersions(bucket: R2Bucket): PageVersions {
  return {
    async rankings() {
      const [stood, published] = await Promise.all([
        createRankingStore(bucket).readManifest(),
        createPublicModelStore(bucket).readVersion(),
      ]);
      return `${stood?.manifest.version ?? `none ${Math.floor(Date.now() / HOUR_MS)}`} ${published}`;
    },
    async analysis(shareId) {
      const analysisId = decodeShareId(shareId);
      if (analysisId === null) return null;
      const [version, published] = await Promise.all([
        createShareStore(bucket).findVersion(analysisId),
        createPublicModelStore(bucket).readVersion(),
      ]);
      return version === null ? null : `${version} ${published}`;
    },
  };
}
