import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { type DevMail, listDevMails as listMails } from "#app/db/jobs/dev-mails.server.ts";
import { pingDatabase } from "#app/db/jobs/health.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Checks D1 and returns the version of the stored features; null before the first build. */
export async function readHealth(deps: Deps): Promise<{ dataVersion: string | null }> {
  const [manifest] = await Promise.all([createFeatureStore(deps.store).readManifest(), pingDatabase(deps.db)]);
  return { dataVersion: manifest?.version ?? null };
}

/** Newest first, at most 100. */
export async function listDevMails(deps: Deps): Promise<DevMail[]> {
  return listMails(deps.db);
}
