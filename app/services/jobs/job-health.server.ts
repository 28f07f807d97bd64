import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { type DevMail, listDevMails as listMails } from "#app/db/jobs/dev-mails.server.ts";
import { readFreshness } from "#app/db/racing/freshness.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** A deployment may skip some minutes. */
const LONGEST_WITHOUT_SWEEP = 600;

/** ages: seconds; null: never. areJobsDown: the sweep has run, but not for ten minutes. Throws without D1. */
export async function readHealth(deps: Deps) {
  const [manifest, freshness] = await Promise.all([
    createFeatureStore(deps.store).readManifest(),
    readFreshness(deps.db),
  ]);
  const [now, machineNow] = [deps.now(), deps.machineNow()];
  const { sweep, hourly } = freshness;
  const crons = { sweep: ageOf(sweep, machineNow), hourly: ageOf(hourly, machineNow) };
  return {
    dataVersion: manifest?.version ?? null,
    ages: { ...agesOf(freshness, now), ...crons },
    areJobsDown: crons.sweep !== null && crons.sweep > LONGEST_WITHOUT_SWEEP,
  };
}

export function agesOf({ odds, weights, results, delivery }: Awaited<ReturnType<typeof readFreshness>>, now: number) {
  return {
    ...{ odds: ageOf(odds, now), weights: ageOf(weights, now) },
    ...{ results: ageOf(results, now), delivery: ageOf(delivery, now) },
  };
}

export function ageOf(at: number | null, now: number): number | null {
  return at === null ? null : Math.max(0, now - at);
}

/** Newest first, at most 100. */
export async function listDevMails(deps: Deps): Promise<DevMail[]> {
  return listMails(deps.db);
}
