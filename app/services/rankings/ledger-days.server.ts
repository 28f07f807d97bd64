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

/** A tenth of a second per model. */
const MODELS_PER_BATCH = 100;
/** A megabyte each; an artifact is read once for all of them. */
const DAYS_PER_BATCH = 8;

/** New or corrected days, and models missing in rankings to build. After feature builds, and hourly. Idempotent. */
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
    // All ids: rows of deleted models are corrected too.
    await enqueueBatches(deps, group, coverAll(rangesOf(models.map(({ modelId }) => modelId))));
  }
  // A model without rows may wait for an open job.
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
    // Another version is another job: an open one may be past the races.
    subject: `${versions}:${range.fromModelId}-${range.toModelId}`,
    payload: { dates, ...range } satisfies LedgerBatch,
  }));
  await insertLedgerJobs(deps.db, { jobs, days, now: deps.now() });
  await wakeJobs(
    deps,
    jobs.map(({ id }) => ({ id, kind: "settle-bets" })),
  );
}

/** About a hundred models each; ids ascending. */
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
