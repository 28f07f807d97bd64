import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { type DevMail, listDevMails as listMails } from "#app/db/jobs/dev-mails.server.ts";
import { readFreshness } from "#app/db/racing/freshness.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** A deployment may skip some minutes. */
const LONGEST_WITHOUT_SWEEP = 600;

/**
 * Throws if D1 does not respond.
 * @returns ages: seconds since the last change; null: never. areJobsDown: the sweep has run, but not for ten minutes
 */
export async function readHealth(deps: Deps) {
  const [manifest, { odds, weights, results, delivery, sweep, hourly }] = await Promise.all([
    createFeatureStore(deps.store).readManifest(),
    readFreshness(deps.db),
  ]);
  const now = deps.now();
  const machineNow = deps.machineNow();
  const age = (at: number | null, since = now): number | null => (at === null ? null : Math.max(0, since - at));
  const crons = { sweep: age(sweep, machineNow), hourly: age(hourly, machineNow) };
  return {
    dataVersion: manifest?.version ?? null,
    ages: { odds: age(odds), weights: age(weights), results: age(results), delivery: age(delivery), ...crons },
    areJobsDown: crons.sweep !== null && crons.sweep > LONGEST_WITHOUT_SWEEP,
  };
}

/** Newest first, at most 100. */
export async function listDevMails(deps: Deps): Promise<DevMail[]> {
  return listMails(deps.db);
}
