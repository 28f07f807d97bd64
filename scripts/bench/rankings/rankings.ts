import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { buildRankings } from "#app/services/rankings/rankings-build.server.ts";
import { cpuSeconds, listWorkerds } from "#scripts/bench/pages/process-cpu.ts";
import { countCalls } from "#test/integration/support/rankings/count-calls.ts";
import { fillMonth, MONTH } from "#test/integration/support/rankings/fill-month.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

export interface RankingsFigures {
  models: number;
  races: number;
  participants: number;
  /** Processor time of this process; `stores`: that of D1 and R2. */
  cpuSeconds: number;
  storesCpuSeconds: number;
  wallSeconds: number;
  queries: number;
}

/** Builds the month's seven rankings of so many models, three an owner, from a ledger of 144 races. */
export async function measureRankings(models: number): Promise<RankingsFigures> {
  await using database = await createTestDatabase();
  const races = await fillMonth(database.d1, models);
  const queries = { count: 0 };
  const deps = createTestDeps({ ...database, db: openDatabase(countCalls(database.d1, queries)) });
  deps.clock.now = Date.parse(`${MONTH.builtOn}T12:00:00+09:00`) / 1000;
  const stores = () => listWorkerds().reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0);
  const began = { at: performance.now(), cpu: process.cpuUsage(), stores: stores() };
  const job = { id: "bench", kind: "build-rankings" as const, subject: "monthly", checkpoint: null, attempts: 1 };
  const { kind } = await buildRankings({
    deps,
    yieldAndRenewLease: async () => {},
    isUserWorkWaiting: async () => false,
    saveCheckpoint: async () => {},
    job: { ...job, payload: { cadence: "monthly", periodKey: MONTH.key } },
  });
  if (kind !== "done") throw new Error(`the build ended as ${kind}`);
  const { user, system } = process.cpuUsage(began.cpu);
  const storesCpuSeconds = stores() - began.stores;
  const wallSeconds = (performance.now() - began.at) / 1000;
  const manifest = (await createRankingStore(deps.store).readManifest())?.manifest;
  const objectKey = manifest?.rankings.monthly[0]?.objectKey ?? null;
  const ranking = objectKey === null ? null : await createRankingStore(deps.store).readRanking(objectKey);
  return {
    ...{ models, races, participants: ranking?.participants ?? 0 },
    ...{ cpuSeconds: (user + system) / 1e6, storesCpuSeconds, wallSeconds, queries: queries.count },
  };
}

export function describeRankings(figures: RankingsFigures): string {
  const { models, races, participants, queries } = figures;
  const round = (value: number) => value.toFixed(1);
  return (
    `${models} models × ${races} races, ${participants} ranked: ${round(figures.cpuSeconds + figures.storesCpuSeconds)} s of ` +
    `processor time, ${round(figures.storesCpuSeconds)} of them D1's and R2's, ${round(figures.wallSeconds)} s in all; ` +
    `${queries} calls of D1`
  );
}
