import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { type DevMail, listDevMails as listMails } from "#app/db/jobs/dev-mails.server.ts";
import { readFreshness } from "#app/db/racing/freshness.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

interface Health {
  /** Of the stored features; null before the first build. */
  dataVersion: string | null;
  /** Seconds since odds, body weights and results last changed, and since records last came; null: never. */
  ages: Record<keyof Awaited<ReturnType<typeof readFreshness>>, number | null>;
}

/** Throws if D1 does not respond. */
export async function readHealth(deps: Deps): Promise<Health> {
  const [manifest, { odds, weights, results, delivery }] = await Promise.all([
    createFeatureStore(deps.store).readManifest(),
    readFreshness(deps.db),
  ]);
  const now = deps.now();
  const age = (at: number | null): number | null => (at === null ? null : Math.max(0, now - at));
  return {
    dataVersion: manifest?.version ?? null,
    ages: { odds: age(odds), weights: age(weights), results: age(results), delivery: age(delivery) },
  };
}

/** Newest first, at most 100. */
export async function listDevMails(deps: Deps): Promise<DevMail[]> {
  return listMails(deps.db);
}
