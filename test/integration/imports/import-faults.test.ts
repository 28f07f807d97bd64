// @module-tag full
import { expect, test } from "vitest";
import { csv, filesOf, payoutRow, raceRow, runnerRow, smallSet } from "#test/integration/support/imports/import-set.ts";
import { createImportSite } from "#test/integration/support/imports/import-site.ts";
import type { Fault } from "#test/integration/support/workerd/faults.ts";
import { CALL_STEP } from "#test/unit/support/fuzz.ts";

/** Adds a race and two runners, changes a runner, replaces a race's payouts and empties another's. */
const correction = {
  "races.csv": csv([raceRow({ race_id: "R5", race_num: 5 })]),
  "runners.csv": csv([
    runnerRow({ race_id: "R1", age: 4 }),
    runnerRow({ race_id: "R5" }),
    runnerRow({ race_id: "R5", horse_num: 2, finish_position: 2 }),
  ]),
  "payouts.csv": csv([
    payoutRow({ race_id: "R1", combination: "2" }),
    payoutRow({ race_id: "R5" }),
    payoutRow({ race_id: "R3", bet_type: "", combination: "", payout_yen: "" }),
  ]),
};
/** One row a chunk. */
const limits = { chunkCharacters: 1 };

test.each(["before", "after"] as const)(
  "an import interrupted at any call of D1 or the store (%s its effect) ends as if nothing had happened",
  async (mode) => {
    await using site = await createImportSite();
    async function play(fault: Pick<Fault, "at" | "mode">) {
      await site.reset();
      await site.importSet(filesOf(smallSet()));
      await site.sql("update jobs set status = 'done'");
      const importId = await site.send(correction);
      const { outcomes, calls } = await site.runJob({ importId, limits, fault, maxThrows: 1 });
      const { racing, jobs, stored } = await site.state();
      return { calls, end: { outcome: outcomes.at(-1), answer: await site.read(importId), racing, jobs, stored } };
    }

    const { calls, end } = await play({ at: 0, mode });
    expect(end.answer).toMatchObject({ status: "done", added: 5, changed: 5, unchanged: 0 });
    expect(end.jobs).toEqual(["build-features all", "ingest-import 2"]);
    expect(end.stored).toEqual([]);
    expect(calls).toBeGreaterThan(25);
    for (let at = 1; at <= calls; at += CALL_STEP)
      expect((await play({ at, mode })).end, `call ${at} of ${calls} failed ${mode} its effect`).toEqual(end);
  },
  180_000,
);
