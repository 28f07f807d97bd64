import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { buildSeason } from "#app/services/season/season-build.server.ts";
import { watchMemory } from "#scripts/bench/memory/watch-memory.ts";
import { meterRows } from "#scripts/bench/meter-rows.ts";
import { countCalls } from "#scripts/bench/rankings/count-calls.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { DAYS, fillSeason, LAST_DAY, RACES_PER_DAY, seasonRacers } from "./fill-season.ts";

/** What counting a season board took. */
export interface SeasonFigures {
  models: number;
  races: number;
  ranked: number;
  /** Of this process, that is without D1; and of the wall. */
  cpuSeconds: number;
  wallSeconds: number;
  rowsRead: number;
  rowsWritten: number;
  /** Statements of the first build; a message of a queue may have a thousand. */
  queries: number;
  /** Heap and buffers above those at the start, at most. */
  peakMegabytes: number;
}

/**
 * Counts the season board of so many models, three an owner, on 2,996 races of 107 days, from rows as the ledger writes
 * them. The races themselves are left out, so that the odds are not measured.
 */
export async function measureSeason(models: number): Promise<SeasonFigures> {
  await using database = await createTestDatabase();
  await fillSeason(database.d1, models);
  const deps = createTestDeps({ ...database, db: openDatabase(database.d1) });
  const { breathe, peakMegabytes } = watchMemory();
  const build = (run: number, db: Deps["db"]) =>
    buildSeason({ deps: { ...deps, db }, breathe } as unknown as JobContext, {
      ...{ buildId: `monthly:2026-11:${run}`, month: "2026-11", to: LAST_DAY, racers, leavers: new Set<number>() },
    });
  const racers = seasonRacers(models);
  const began = { at: performance.now(), cpu: process.cpuUsage() };
  const queries = { count: 0, statements: 0 };
  await build(1, openDatabase(countCalls(database.d1, queries)));
  const { user, system } = process.cpuUsage(began.cpu);
  const wallSeconds = (performance.now() - began.at) / 1000;
  // Rows are counted in a second run, which they slow down: it also deletes what the first one stored.
  const metered = { rowsRead: 0, rowsWritten: 0 };
  await build(2, openDatabase(meterRows(database.d1, metered)));
  const ranked = (await createSeasonStore(deps.store).readBoard())?.board.ranked ?? 0;
  return {
    ...{ models, races: DAYS * RACES_PER_DAY, ranked, cpuSeconds: (user + system) / 1e6, wallSeconds },
    ...{ ...metered, queries: queries.statements, peakMegabytes: peakMegabytes() },
  };
}

export function saySeason(figures: SeasonFigures): string {
  const { models, races, ranked, cpuSeconds, wallSeconds, rowsRead, rowsWritten, queries, peakMegabytes } = figures;
  const round = (value: number) => value.toFixed(1);
  return (
    `${models} models × ${races} races, ${ranked} ranked: ${round(cpuSeconds)} s of this process, ${round(wallSeconds)} s in all ` +
    `with D1; ${queries} queries, ${rowsRead} rows read, ${rowsWritten} written; at most ${round(peakMegabytes)} MB`
  );
}
