import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import {
  hasOpenLedgerJob,
  insertLedgerJobs,
  type LedgerDay,
  listLedgerDays,
  listLedgerModels,
  listModelsWithoutBets,
} from "#app/db/rankings/ledger.server.ts";
import { japanDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { ledgerFrom, plansCountFrom } from "#app/domain/rankings/ledger.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";
import type { LedgerBatch } from "./ledger.server.ts";

/**
 * A model takes about a tenth of a second: a batch takes ten seconds, and ten thousand models are a hundred batches.
 */
const MODELS_PER_BATCH = 100;
/** Days whose features are in memory at once, a megabyte each; an artifact is read once for all of them. */
const DAYS_PER_BATCH = 8;

/**
 * Enqueues the settlement jobs that are due: for all models, days with new or corrected results or payouts whose
 * features are built; and on days needed by rankings still to be built, for models without a row. Called at the end of
 * a feature build, and hourly for lost jobs. Repeated or concurrent calls create no second job.
 */
export async function enqueueDueSettlements(deps: Deps): Promise<void> {
  const now = deps.now();
  const from = ledgerFrom(now);
  const known = await listLedgerDays(deps.db, { from, to: japanDay(now) });
  if (known.length === 0) return;
  const importId = (await createFeatureStore(deps.store).readManifest())?.importId ?? 0;
  const days = known.filter(({ dataVersion }) => dataVersion <= importId);
  const changed = days.filter(({ dataVersion, settledVersion }) => (settledVersion ?? 0) < dataVersion);
  for (const group of groupsOf(changed, DAYS_PER_BATCH)) {
    const since = plansCountFrom(group[0]!.date);
    const models = await listLedgerModels(deps.db, { now, since, fromModelId: 0, toModelId: Number.MAX_SAFE_INTEGER });
    // Rows of deleted models are corrected too, so the ranges cover all ids.
    await enqueueBatches(deps, group, coverAll(rangesOf(models.map(({ modelId }) => modelId))));
  }
  // While jobs are open, a model without rows may just be waiting for its turn.
  if (await hasOpenLedgerJob(deps.db)) return;
  const settled = days.filter((day) => day.isPaid && day.date >= from && !changed.includes(day));
  const missing = await listModelsWithoutBets(deps.db, {
    now,
    days: settled.map(({ date }) => ({ date, startsAt: startOfJapanDay(date), plansCountFrom: plansCountFrom(date) })),
  });
  if (missing.length === 0) return;
  const owed = settled.filter(({ date }) =>
    missing.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay),
  );
  for (const group of groupsOf(owed, DAYS_PER_BATCH)) {
    await enqueueBatches(deps, group, rangesOf(missing.map(({ modelId }) => modelId)));
  }
}

type Range = Pick<LedgerBatch, "fromModelId" | "toModelId">;

async function enqueueBatches(deps: Deps, days: readonly LedgerDay[], ranges: readonly Range[]): Promise<void> {
  const dates = days.map(({ date }) => date);
  const versions = days.map(({ date, dataVersion }) => `${date}@${dataVersion}`).join(",");
  const jobs = ranges.map((range) => ({
    id: deps.newId(),
    // Another version is another job: an open one may be past the corrected races.
    subject: `${versions}:${range.fromModelId}-${range.toModelId}`,
    payload: { dates, ...range } satisfies LedgerBatch,
  }));
  await insertLedgerJobs(deps.db, { jobs, days, now: deps.now() });
  await wakeJobs(
    deps,
    jobs.map(({ id }) => ({ id, kind: "settle-bets" })),
  );
}

/** Ranges of about a hundred models each; ids ascending. */
function rangesOf(modelIds: readonly number[]): Range[] {
  return groupsOf(modelIds, MODELS_PER_BATCH).map((ids) => ({ fromModelId: ids[0]!, toModelId: ids.at(-1)! }));
}

function coverAll(ranges: readonly Range[]): Range[] {
  if (ranges.length === 0) return [{ fromModelId: 0, toModelId: Number.MAX_SAFE_INTEGER }];
  return ranges.map(({ fromModelId }, place) => ({
    fromModelId: place === 0 ? 0 : fromModelId,
    toModelId: (ranges[place + 1]?.fromModelId ?? Number.MAX_SAFE_INTEGER + 1) - 1,
  }));
}

function groupsOf<T>(values: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < values.length; at += size) groups.push(values.slice(at, at + size));
  return groups;
}
