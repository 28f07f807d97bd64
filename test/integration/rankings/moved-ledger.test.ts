import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LEDGER_PREFIX } from "#app/adapters/rankings/moved-bets.server.ts";
import { deleteMovedRows } from "#app/db/rankings/moved-days.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueDueMoves } from "#app/services/rankings/ledger-move.server.ts";
import { returnDay } from "#app/services/rankings/moved-bets.server.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";
import {
  moveAll,
  moveOnce,
  openSettlement,
  readBets,
  readRows,
} from "#test/integration/support/rankings/moved-ledger.ts";
import {
  addRanked,
  createWeekend,
  japan,
  type RankingSite,
  settle,
  WEEKEND,
} from "#test/integration/support/rankings/ranking-site.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { CALL_STEP } from "#test/unit/support/fuzz.ts";

const [DAY, SUNDAY] = WEEKEND as [string, string];
/** Thirteen months after the Sunday: the Saturday before it is older. */
const NOW = japan("2027-12-15T12:00:00");
const breathe = async () => {};

let site: RankingSite;
/** The Saturday's rows, and what rankings read of it. */
let rows: Record<string, unknown>[];
let bets: string[];

/** Six models, of which one has bets that were returned, and one is deleted by now. */
beforeAll(async () => {
  site = await createWeekend(NOW);
  for (const id of [4, 5, 6]) {
    await addRanked(site, { id });
    for (const date of WEEKEND) await settle(site, { modelId: id, date, winYen: (id % 3) * 150 });
  }
  const { d1 } = site.database;
  await d1.batch([
    d1.prepare("update settled_bets set win_stake_yen = 0, win_payout_yen = 0, win_hits = 0 where model_id = 5"),
    d1.prepare("update settled_bets set settled_at = 7, picks = '[8,1,2]' where model_id = 2 and race_id like '%-8'"),
    d1.prepare("update models set deleted_at = 1 where id = 6"),
  ]);
  rows = await readRows(site.database, DAY);
  bets = await readBets(site.deps, DAY);
});

afterAll(() => site[Symbol.asyncDispose]());

/** The Saturday's bets stand in D1, as they were settled at first. */
beforeEach(async () => {
  const { d1, store } = site.database;
  const values = rows.map((row) =>
    d1.prepare(`insert into settled_bets values (${Object.keys(row).map(() => "?")})`).bind(...Object.values(row)),
  );
  await d1.batch([
    d1.prepare("delete from jobs"),
    d1.prepare("delete from moved_races"),
    d1.prepare("update ledger_days set moved_to = null, is_returning = 0, revision = 1"),
    d1.prepare("delete from settled_bets where date = ?1").bind(DAY),
    ...values,
  ]);
  for (const { key } of (await store.list({ prefix: LEDGER_PREFIX })).objects) await store.delete(key);
});

async function placeOf(date: string) {
  const row = await site.database.d1
    .prepare("select moved_to, is_returning from ledger_days where date = ?1")
    .bind(date)
    .first<{ moved_to: string | null; is_returning: number }>();
  return {
    parts: row?.moved_to == null ? null : (JSON.parse(row.moved_to) as { key: string; rows: number }[]),
    ...row,
  };
}

/** Brings a day back like a job that settles it again, which is open meanwhile. */
async function bringBack(date: string): Promise<void> {
  await openSettlement(site.database, date, true);
  for (let turn = 0; turn < 5; turn += 1) {
    if ((await returnDay(site.deps, date, breathe)) === "here") return openSettlement(site.database, date, false);
  }
  throw new Error("the day does not come back");
}

const countMoves = () =>
  site.database.d1.prepare("select count(*) n from jobs where kind = 'move-ledger'").first<number>("n");

test("days older than thirteen months go to R2 part by part, and rankings read the same bets", async () => {
  await enqueueDueMoves(site.deps);
  await enqueueDueMoves(site.deps);
  expect(await countMoves()).toBe(1);
  await moveAll(site.deps);
  expect(await readRows(site.database, DAY)).toEqual([]);
  expect((await placeOf(DAY)).parts).toMatchObject([
    { from: 1, to: 2, rows: 4 },
    { from: 3, to: 4, rows: 4 },
    { from: 5, to: 6, rows: 4 },
  ]);
  expect(await readBets(site.deps, DAY)).toEqual(bets);
  expect(await readRows(site.database, SUNDAY)).toHaveLength(12);
  expect((await placeOf(SUNDAY)).parts).toBeNull();
  await site.database.d1.prepare("delete from jobs").run();
  await enqueueDueMoves(site.deps);
  expect(await countMoves()).toBe(0);
});

test("a day that comes back has the rows that it had, with all of their columns", async () => {
  await moveAll(site.deps);
  await bringBack(DAY);
  expect(await readRows(site.database, DAY)).toEqual(rows);
  expect(await placeOf(DAY)).toEqual({ parts: null, moved_to: null, is_returning: 0 });
  expect(await site.database.d1.prepare("select count(*) n from moved_races").first("n")).toBe(0);
  // Nothing has changed, so it goes to the same objects.
  const keys = (await site.database.store.list({ prefix: LEDGER_PREFIX })).objects.map(({ key }) => key);
  await moveAll(site.deps);
  expect((await placeOf(DAY)).parts?.map(({ key }) => key).sort()).toEqual(keys);
});

test("a day that is not settled, is being settled, or is being copied stays", async () => {
  const { d1 } = site.database;
  const stays = async () => {
    await enqueueDueMoves(site.deps);
    expect(await moveOnce(site.deps)).toEqual({ kind: "done" });
    expect(await countMoves()).toBe(0);
    expect(await readRows(site.database, DAY)).toEqual(rows);
  };
  await openSettlement(site.database, DAY, true);
  await stays();
  await openSettlement(site.database, DAY, false);
  await d1.prepare("update races set data_version = 2 where date = ?1").bind(DAY).run();
  await stays();
  await d1.prepare("update races set data_version = 1").run();
  await d1
    .prepare(
      "insert into jobs (id, kind, queue, subject, status, run_after, created_at) values ('c', 'copy-database', 'background', 'd', 'queued', 1, 1)",
    )
    .run();
  await stays();
});

test("a day does not come back while the database is being copied, as its tables are read one after the other", async () => {
  const { d1 } = site.database;
  await moveAll(site.deps);
  await d1
    .prepare(
      "insert into jobs (id, kind, queue, subject, status, run_after, created_at) values ('c', 'copy-database', 'background', 'd', 'queued', 1, 1)",
    )
    .run();
  await openSettlement(site.database, DAY, true);
  expect(await returnDay(site.deps, DAY, breathe)).toBe("hindered");
  expect((await placeOf(DAY)).parts).not.toBeNull();
  expect(await readBets(site.deps, DAY)).toEqual(bets);
  await d1.prepare("delete from jobs where id = 'c'").run();
  expect(await returnDay(site.deps, DAY, breathe)).toBe("returned");
  expect(await readRows(site.database, DAY)).toEqual(rows);
});

test("users' work goes first, and a run that stepped aside loses nothing", async () => {
  let asked = 0;
  const outcome = await moveOnce(site.deps, { isUserWorkWaiting: async () => ++asked > 2 });
  expect(outcome).toEqual({ kind: "again", delaySeconds: 5 });
  expect(await readRows(site.database, DAY)).toEqual(rows);
  await moveAll(site.deps);
  expect(await readBets(site.deps, DAY)).toEqual(bets);
});

test.each(["before", "after"] as const)(
  "cut off anywhere %s a call, a moving day keeps its bets, and the next run ends it",
  async (mode) => {
    for (let at = 1; ; at += CALL_STEP) {
      const fault: Fault = { at, mode, calls: 0 };
      await moveOnce(withFault(site.deps, fault)).catch(String);
      expect(await readBets(site.deps, DAY), `call ${at}`).toEqual(bets);
      if (fault.calls < at) break;
      await moveAll(site.deps);
      expect(await readBets(site.deps, DAY)).toEqual(bets);
      expect(await readRows(site.database, DAY)).toEqual([]);
      await bringBack(DAY);
    }
  },
  240_000,
);

test.each(["before", "after"] as const)(
  "cut off anywhere %s a call, a returning day keeps its bets, and the next run ends it",
  async (mode) => {
    for (let at = 1; ; at += CALL_STEP) {
      await moveAll(site.deps);
      await openSettlement(site.database, DAY, true);
      const fault: Fault = { at, mode, calls: 0 };
      await returnDay(withFault(site.deps, fault), DAY, breathe).catch(String);
      expect(await readBets(site.deps, DAY), `call ${at}`).toEqual(bets);
      if (at % 2 === 0) {
        // Nobody settles it any more: what came back goes again.
        await openSettlement(site.database, DAY, false);
        await moveAll(site.deps);
        expect(await readRows(site.database, DAY)).toEqual([]);
        expect(await readBets(site.deps, DAY)).toEqual(bets);
      }
      await bringBack(DAY);
      expect(await readRows(site.database, DAY)).toEqual(rows);
      if (fault.calls < at) break;
    }
  },
  240_000,
);

test("two runs at once, and one that another has overtaken at any call, move a day once", async () => {
  await Promise.all([moveOnce(site.deps), moveOnce(site.deps), moveOnce(site.deps)]);
  await moveAll(site.deps);
  expect(await readBets(site.deps, DAY)).toEqual(bets);
  for (let at = 1; ; at += CALL_STEP) {
    await bringBack(DAY);
    const fault: Fault = { at: 0, mode: "before", calls: 0 };
    // There and back again: the one that waits sees the day as it was.
    fault.pause = async () => {
      if (fault.calls !== at) return;
      await moveAll(site.deps);
      if (at % 2 === 0) await bringBack(DAY);
    };
    await moveOnce(withFault(site.deps, fault));
    expect(await readBets(site.deps, DAY), `call ${at}`).toEqual(bets);
    await moveAll(site.deps);
    expect(await readBets(site.deps, DAY)).toEqual(bets);
    if (fault.calls < at) break;
  }
}, 240_000);

test("a correction between any two calls of a move stands, wherever the day stands then", async () => {
  for (let at = 1; ; at += CALL_STEP) {
    const winYen = 100 * at;
    const corrected = () =>
      bets.map((bet) =>
        bet.startsWith("3 ") ? bet.replace(/"payoutYen":\d+,"hits":\d/, `"payoutYen":${winYen},"hits":1`) : bet,
      );
    const fault: Fault = { at: 0, mode: "before", calls: 0 };
    fault.pause = async () => {
      if (fault.calls !== at) return;
      await openSettlement(site.database, DAY, true);
      while ((await returnDay(site.deps, DAY, breathe)) !== "here");
      await settle(site, { modelId: 3, date: DAY, winYen, version: at + 1 });
      await openSettlement(site.database, DAY, false);
    };
    await moveOnce(withFault(site.deps, fault));
    if (fault.calls < at) break;
    expect(await readBets(site.deps, DAY), `call ${at}`).toEqual(corrected());
    await moveAll(site.deps);
    expect(await readRows(site.database, DAY)).toEqual([]);
    expect(await readBets(site.deps, DAY)).toEqual(corrected());
    await bringBack(DAY);
  }
}, 240_000);

test("days come back while others bring them back, and a reader between any two calls reads all bets", async () => {
  await moveAll(site.deps);
  await openSettlement(site.database, DAY, true);
  await Promise.all([1, 2, 3].map(() => returnDay(site.deps, DAY, breathe)));
  expect(await readRows(site.database, DAY)).toEqual(rows);
  await openSettlement(site.database, DAY, false);
  for (const run of [(deps: Deps) => moveOnce(deps), (deps: Deps) => returnDay(deps, DAY, breathe)]) {
    const fault: Fault = { at: 0, mode: "before", calls: 0 };
    fault.pause = async () => {
      expect(await readBets(site.deps, DAY), `call ${fault.calls}`).toEqual(bets);
    };
    await run(withFault(site.deps, fault));
    expect(fault.calls).toBeGreaterThan(8);
    await openSettlement(site.database, DAY, true);
  }
});

test("a run that still deletes a day's rows takes none away once the day is being brought back", async () => {
  await moveAll(site.deps);
  await openSettlement(site.database, DAY, true);
  const fault: Fault = { at: 0, mode: "before", calls: 0 };
  fault.pause = async () => {
    await deleteMovedRows(site.deps.db, { date: DAY, limit: 5 });
  };
  expect(await returnDay(withFault(site.deps, fault), DAY, breathe)).toBe("returned");
  await fault.pause();
  expect(await readRows(site.database, DAY)).toEqual(rows);
});

test("bets that come late for a day that has moved are not written beside it", async () => {
  await moveAll(site.deps);
  await settle(site, { modelId: 3, date: DAY, winYen: 900, version: 2 });
  expect(await readRows(site.database, DAY)).toEqual([]);
  expect(await readBets(site.deps, DAY)).toEqual(bets);
});

test("objects that no day names go after a hundred days, and those that were renewed since, or are named, stay", async () => {
  const { store } = site.database;
  const listKeys = async () => (await store.list({ prefix: LEDGER_PREFIX })).objects.map(({ key }) => key).sort();
  await moveAll(site.deps);
  const named = await listKeys();
  await store.put(`${LEDGER_PREFIX}${DAY}/0123.gz`, "left by a run that was cut off");
  // R2 has the machine's clock.
  const after = (days: number) => ({ ...site.deps, machineNow: () => Math.floor(Date.now() / 1000) + days * 86_400 });
  await moveOnce(after(99));
  expect(await listKeys()).toHaveLength(named.length + 1);
  await moveOnce(after(101));
  expect(await listKeys()).toEqual(named);
});

test("a part that is lost or altered is no day without bets, and the check names it", async () => {
  const { store, d1 } = site.database;
  await moveAll(site.deps);
  const found = async () =>
    (await findBroken(site.deps, { without: ["customers"] })).filter(
      (line) => line.startsWith("race day") || line.startsWith("bets of"),
    );
  // Bets of this site are given, not settled.
  const given = await found();
  const [first] = (await placeOf(DAY)).parts ?? [];
  const key = first?.key ?? "";
  const whole = await (await store.get(key))!.arrayBuffer();
  await store.put(key, "altered");
  await expect(readBets(site.deps, DAY)).rejects.toThrow(`${key} is altered`);
  expect(await found()).toContain(`race day ${DAY}: ${key} is altered`);
  await store.delete(key);
  await expect(readBets(site.deps, DAY)).rejects.toThrow(`${key} is lost`);
  expect(await found()).toContain(`race day ${DAY}: ${key} is lost`);
  await store.put(key, whole);
  expect(await found()).toEqual(given);
  await d1
    .prepare("insert into moved_races (race_id, date) select race_id, ?1 from races where date = ?2 limit 1")
    .bind(DAY, SUNDAY)
    .run();
  expect(await found()).toContain(`race day ${DAY}: model 1 has bets on 2 races, not 3`);
});
