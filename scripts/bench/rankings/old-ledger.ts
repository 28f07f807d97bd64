import { LEDGER_PREFIX } from "#app/adapters/rankings/moved-bets.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { moveLedger } from "#app/services/rankings/ledger-move.server.ts";
import { readBetGroups, returnDay } from "#app/services/rankings/moved-bets.server.ts";
import { watchMemory } from "#scripts/bench/memory/watch-memory.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { countCalls } from "./count-calls.ts";
import { fillMonth, MONTH } from "./fill-month.ts";

/** What moving a month of the ledger to R2 took, and reading and bringing back a day. */
export interface OldLedgerFigures {
  models: number;
  bets: number;
  /** In R2. */
  bytes: number;
  parts: number;
  moveSeconds: number;
  /** Calls of D1 by message, one a day. */
  queries: number[];
  /** Heap and buffers above those at the start, at most. */
  peakMegabytes: number;
  /** A day's bets, from D1 and from R2. */
  readSeconds: { before: number; after: number };
  returnSeconds: number;
}

/** Fourteen months after the month that is moved. */
const NOW = "2028-01-15T12:00:00+09:00";

/** Moves a month of 144 races and so many models to R2, and one of its days back. */
export async function measureOldLedger(models: number): Promise<OldLedgerFigures> {
  await using database = await createTestDatabase();
  const races = await fillMonth(database.d1, models);
  // Unlike those of the month, which repeat: what packing makes of them is at most as large for real ones.
  const pick = "1 + abs(random()) % 16";
  for (const date of MONTH.days) {
    await database.d1
      .prepare(`update settled_bets set picks = json_array(${Array(5).fill(pick).join()}) where date = ?1`)
      .bind(date)
      .run();
  }
  const queries = { count: 0 };
  const deps = createTestDeps({ ...database, db: openDatabase(countCalls(database.d1, queries)) });
  deps.clock.now = Date.parse(NOW) / 1000;
  const { breathe, peakMegabytes } = watchMemory();
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  const [day = ""] = MONTH.days;
  const readDay = () => readBetGroups(deps, { date: day, fromModelId: 0, toModelId: models });
  const readBefore = await timed(readDay);
  const messages: number[] = [];
  const moveSeconds = await timed(async () => {
    for (;;) {
      const called = queries.count;
      const job = { id: "bench", kind: "move-ledger" as const, subject: "all", payload: {}, checkpoint: null };
      const saveCheckpoint = async () => {};
      const context = { deps, breathe, saveCheckpoint, isUserWorkWaiting: async () => false };
      const { kind } = await moveLedger({ ...context, job: { ...job, attempts: 1 } });
      if (kind === "done") break;
      messages.push(queries.count - called);
    }
  });
  const readAfter = await timed(readDay);
  const { objects } = await deps.store.list({ prefix: LEDGER_PREFIX });
  const returnSeconds = await timed(() => returnDay(deps, day, breathe));
  return {
    ...{ models, bets: races * models, parts: objects.length, queries: messages, peakMegabytes: peakMegabytes() },
    bytes: objects.reduce((sum, { size }) => sum + size, 0),
    ...{ moveSeconds, readSeconds: { before: readBefore, after: readAfter }, returnSeconds },
  };
}

export function sayOldLedger(figures: OldLedgerFigures): string {
  const { models, bets, bytes, parts, moveSeconds, queries, peakMegabytes, readSeconds, returnSeconds } = figures;
  return (
    `${models} models, ${bets} bets: ${(bytes / 1e6).toFixed(1)} MB in ${parts} objects of R2, ${(bytes / bets).toFixed(1)} bytes a bet; ` +
    `moved in ${moveSeconds.toFixed(1)} s by ${queries.join(" + ")} calls of D1, at most ${peakMegabytes.toFixed(1)} MB; a day's bets read in ` +
    `${readSeconds.before.toFixed(2)} s from D1, ${readSeconds.after.toFixed(2)} s from R2; brought back in ${returnSeconds.toFixed(1)} s`
  );
}
