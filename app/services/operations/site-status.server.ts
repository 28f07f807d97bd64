import { createFeatureStore, readStoredManifest } from "#app/adapters/feature-store.server.ts";
import { readLastBackup } from "#app/db/backups/last-backup.server.ts";
import { listImports, readOpenWork, readStock } from "#app/db/operations/site-status.server.ts";
import { readComingDay, readFreshness } from "#app/db/racing/freshness.server.ts";
import { isJobKind, JOBS, type JobKind } from "#app/domain/job-kinds.ts";
import { findConcerns } from "#app/domain/operations/concerns.ts";
import {
  type FailedJob,
  type ImportSummary,
  type JobWait,
  type OpenWork,
  SIGN_IN_FAILURES,
  type SiteStatus,
} from "#app/domain/operations/site-status.ts";
import { DAY_SECONDS, japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { ageOf, agesOf } from "#app/services/jobs/job-health.server.ts";
import { findDueRankings } from "#app/services/rankings/rankings-due.server.ts";

const LISTED_IMPORTS = 10;

/** For the console and GET /admin/api/status. Throws if D1 or R2 do not respond. */
export async function readSiteStatus(deps: Deps): Promise<SiteStatus> {
  const now = deps.now();
  const [open, rankings, freshness, comingDay, stock, imports, manifest] = await Promise.all([
    readWork(deps),
    findDueRankings(deps),
    readFreshness(deps.db),
    readComingDay(deps.db, { from: japanDay(now) }),
    readStock(deps.db, { since: now - DAY_SECONDS }),
    listImports(deps.db, { limit: LISTED_IMPORTS }),
    createFeatureStore(deps.store).readManifest(),
  ]);
  const work = { ...open, uncounted: rankings.uncounted.map(({ cadence, key }) => `${cadence} ${key}`) };
  const { done, keptAside, lastPaymentEventAt, restrictedUsers, ...sizes } = stock;
  const countOf = (counts: readonly { kind: string; count: number }[], kind: JobKind) =>
    counts.find((each) => each.kind === kind)?.count ?? 0;
  return {
    ...work,
    at: now,
    concerns: findConcerns(work),
    dataVersion: manifest?.version ?? null,
    jobs: work.waits.map((wait) => ({
      ...wait,
      done: countOf(done, wait.kind),
      failed: countOf(work.failures, wait.kind),
    })),
    imports,
    ages: agesOf(freshness, now),
    ...{ comingDay, keptAside, lastPaymentEventAt, restrictedUsers },
    sizes: { ...sizes, databaseBytes: work.databaseBytes, storeBytes: work.backup?.storeBytes ?? null },
    builds: rankings.builds.map(({ cadence, periodKey, builtAt }) => ({ cadence, key: periodKey, builtAt })),
  };
}

export async function listNewestImports(deps: Deps): Promise<ImportSummary[]> {
  return listImports(deps.db, { limit: 50 });
}

/** For {@link findConcerns}, without rankings: cheap enough for every minute. */
export async function readWork(deps: Deps): Promise<OpenWork> {
  const now = deps.now();
  const builtVersion = (await readStoredManifest(deps.store))?.manifest.importId ?? 0;
  const [read, backup] = await Promise.all([
    readOpenWork(deps.db, { now, machineNow: deps.machineNow(), since: now - DAY_SECONDS, builtVersion }),
    readLastBackup(deps.db),
  ]);
  const { open, failed, lost, troubledImports, payments, signIns } = read;
  const failuresOf = (who: keyof typeof SIGN_IN_FAILURES) =>
    signIns.find(({ key }) => key === SIGN_IN_FAILURES[who].key)?.count ?? 0;
  return {
    waits: (Object.keys(JOBS) as JobKind[]).map((kind) => waitOf(kind, open, now)),
    failed: failed.flatMap(({ kind, error, finishedAt, ...job }): FailedJob[] =>
      isJobKind(kind) ? [{ ...job, kind, error: error ?? "", finishedAt: finishedAt ?? 0 }] : [],
    ),
    failures: ofKnownKind(read.failures),
    outages: ofKnownKind(read.outages),
    unbuiltSeconds: ageOf(read.unbuiltSince, now),
    databaseBytes: read.databaseBytes,
    lost: lost.flatMap(({ kind, runAfter, ...job }) =>
      isJobKind(kind) ? [{ ...job, kind, waitSeconds: now - runAfter }] : [],
    ),
    troubledImports,
    payments: { unprocessed: payments.unprocessed, oldestSeconds: ageOf(payments.oldestAt, now) },
    uncounted: [],
    signInFailures: { users: failuresOf("users"), operator: failuresOf("operator") },
    // Backups use the machine's clock.
    backup: backup && { ...backup, ageSeconds: Math.max(0, deps.machineNow() - backup.at) },
  };
}

function ofKnownKind(counts: readonly { kind: string; count: number }[]): { kind: JobKind; count: number }[] {
  return counts.flatMap(({ kind, count }) => (isJobKind(kind) ? [{ kind, count }] : []));
}

function waitOf(
  kind: JobKind,
  open: readonly { kind: string; queued: number; running: number; oldestDue: number | null }[],
  now: number,
): JobWait {
  const found = open.find((each) => each.kind === kind);
  const oldestDue = found?.oldestDue ?? null;
  return {
    kind,
    queued: found?.queued ?? 0,
    running: found?.running ?? 0,
    oldestSeconds: oldestDue === null ? null : now - oldestDue,
  };
}
