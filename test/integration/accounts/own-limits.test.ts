import { expect, test } from "vitest";
import { addDays, japanDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import * as ownLimits from "#app/services/accounts/own-limits.server.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import { confirm as confirmDay } from "#app/services/analyses/days.server.ts";
import { outcomeOf, range, tally } from "#test/integration/support/concurrent-calls.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";

const DAY = 24 * 3600;
const user = { id: 1, plan: 6 };

/** A user of the largest plan with the complete model 1, and races of today: r1, r2, … */
async function start({ races = 30 } = {}) {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, user);
  await insertModel(database.db, { id: 1 });
  for (const num of range(races)) await insertRace(database.db, { raceId: `r${num}`, raceNum: num });
  return {
    ...database,
    deps,
    set: (amount: number | null, kind: "analyses" | "budget" = "analyses") =>
      ownLimits.set(deps, { user, kind, amount }),
    withdraw: () => ownLimits.withdraw(deps, { user, kind: "analyses" }),
    pause: async (days: number) => outcomeOf(await ownLimits.pause(deps, { user, days })),
    budget: async (raceId: string, yen: number) => {
      const result = await ownLimits.budget(deps, { user, raceId, yen });
      return result.kind === "allowed" ? "allowed" : `${result.leftYen} of ${result.limitYen} left`;
    },
    read: () => ownLimits.read(deps, { user }),
    /** The limit in force and what it will be raised to. */
    limit: async () => {
      const { amount, raise } = (await ownLimits.read(deps, { user })).limits.analyses;
      return raise === null ? [amount] : [amount, raise.to, raise.at - deps.now()];
    },
    request: async (num: number) => outcomeOf(await analyses.request(deps, { user, modelId: 1, raceId: `r${num}` })),
    confirm: async (nums: number[]) =>
      outcomeOf(
        await confirmDay(deps, {
          ...{ user, date: japanDay(deps.now()), modelId: 1, venues: ["東京"] },
          ...{ only: nums.map((num) => `r${num}`), stated: nums.length, formKey: nums.join() },
        }),
      ),
    count: async (sql: string) => (await database.d1.prepare(sql).first<{ n: number }>())?.n,
    finishAll: () =>
      database.d1.prepare("update analyses set status = 2, scores = '[]', completed_at = 1 where status = 1").run(),
  };
}

test("an own limit can be lowered at once, and raised or removed a day after it is asked", async () => {
  await using site = await start({ races: 0 });
  expect(await site.limit()).toEqual([null]);
  await site.set(20);
  expect(await site.limit()).toEqual([20]);
  await site.set(10);
  expect(await site.limit()).toEqual([10]);
  await site.set(30);
  expect(await site.limit()).toEqual([10, 30, DAY]);
  site.deps.clock.now += DAY - 1;
  expect(await site.limit()).toEqual([10, 30, 1]);
  site.deps.clock.now += 1;
  expect(await site.limit()).toEqual([30]);
  await site.set(null);
  expect(await site.limit()).toEqual([30, null, DAY]);
  site.deps.clock.now += DAY;
  expect(await site.limit()).toEqual([null]);
  // From none, any limit is a lower one.
  await site.set(5);
  expect(await site.limit()).toEqual([5]);
});

test("a raise asked again keeps its time, a greater one waits anew, and a lower limit withdraws it", async () => {
  await using site = await start({ races: 0 });
  await site.set(10);
  await site.set(30);
  site.deps.clock.now += 3600;
  await site.set(30);
  expect(await site.limit()).toEqual([10, 30, DAY - 3600]);
  await site.set(20);
  expect(await site.limit()).toEqual([10, 20, DAY - 3600]);
  await site.set(40);
  expect(await site.limit()).toEqual([10, 40, DAY]);
  await site.set(null);
  expect(await site.limit()).toEqual([10, null, DAY]);
  site.deps.clock.now += 60;
  await site.set(50);
  expect(await site.limit()).toEqual([10, 50, DAY - 60]);
  await site.set(8);
  expect(await site.limit()).toEqual([8]);
  await site.set(9);
  await site.withdraw();
  await site.withdraw();
  expect(await site.limit()).toEqual([8]);
  // One that has come is withdrawn no more.
  await site.set(9);
  site.deps.clock.now += DAY;
  await site.withdraw();
  expect(await site.limit()).toEqual([9]);
});

test("limits set by many at once end as one of them, and none is raised", async () => {
  await using site = await start({ races: 0 });
  await site.set(10);
  await Promise.all(range(20).map((amount) => site.set(amount)));
  const [amount] = await site.limit();
  expect(amount).toBe(1);
});

test("of 30 concurrent analyses with one left by the own limit, one is accepted", async () => {
  await using site = await start();
  await insertUses(site.db, { count: 9 });
  await site.set(10);
  expect(tally(await Promise.all(range(30).map(site.request)))).toEqual({ accepted: 1, "own-per-month": 29 });
  expect(await site.count("select count(*) n from usage")).toBe(10);
  expect((await site.read()).limits.analyses).toMatchObject({ amount: 10, used: 10 });
});

test("an own limit starts again with Japan's month", async () => {
  await using site = await start({ races: 3 });
  await site.set(1);
  expect(await site.request(1)).toBe("accepted");
  expect(await site.request(2)).toBe("own-per-month");
  // The current limit is shown again, because it costs no attempt.
  expect(await site.request(1)).toBe("accepted");
  await site.finishAll();
  site.deps.clock.now = startOfJapanDay("2026-12-01") - 1;
  expect(await site.request(2)).toBe("own-per-month");
  site.deps.clock.now += 1;
  expect(await site.request(2)).toBe("accepted");
});

test("a confirmed day is within the own limit as a whole, or refused, also among many at once", async () => {
  await using site = await start();
  await site.set(5);
  expect(await site.confirm(range(6))).toBe("own-per-month");
  const days = [range(3), [4, 5, 6], [7, 8, 9], [10, 11, 12]];
  expect(tally(await Promise.all(days.map(site.confirm)))).toEqual({ accepted: 1, "own-per-month": 3 });
  expect(await site.count("select count(*) n from usage where returned_at is null")).toBe(3);
  expect(await site.confirm([20, 21])).toBe("accepted");
});

test("a pause stops analyses until its last day is over, can be made longer and never shorter", async () => {
  await using site = await start({ races: 5 });
  expect(await site.confirm([1, 2])).toBe("accepted");
  expect(await site.pause(14)).toBe("paused");
  // What a day has not made yet is not made, and counts no more.
  expect(await site.count("select count(*) n from analyses where deleted_at is null")).toBe(0);
  expect(await site.count("select count(*) n from usage where returned_at is null")).toBe(0);
  expect(await site.request(3)).toBe("paused");
  expect(await site.confirm([4])).toBe("paused");
  const end = startOfJapanDay(addDays(japanDay(site.deps.now()), 15));
  expect((await site.read()).pauseEndsAt).toBe(end);
  expect(await site.pause(7)).toBe("shorter");
  expect(await site.pause(14)).toBe("paused");
  expect((await site.read()).pauseEndsAt).toBe(end);
  expect(await site.pause(30)).toBe("paused");
  const later = end + 16 * DAY;
  expect((await site.read()).pauseEndsAt).toBe(later);
  site.deps.clock.now = later - 1;
  expect(await site.request(3)).toBe("paused");
  site.deps.clock.now = later;
  expect(await site.request(3)).toBe("accepted");
  expect((await site.read()).pauseEndsAt).toBeNull();
});

test("pauses begun by many at once end as the longest, and no analysis comes in after one", async () => {
  await using site = await start();
  const days = [7, 30, 90, 8, 60];
  const results = await Promise.all([...range(10).map(site.request), ...days.map(site.pause)]);
  expect(results).toContain("paused");
  expect((await site.read()).pauseEndsAt).toBe(startOfJapanDay(addDays(japanDay(site.deps.now()), 91)));
  expect(
    tally(
      await Promise.all(
        range(30)
          .map((num) => site.request(num))
          .slice(10),
      ),
    ),
  ).toEqual({ paused: 20 });
});

test("of 30 concurrent budgets of different races, those that the own limit holds are allowed and counted", async () => {
  await using site = await start({ races: 0 });
  await site.set(3_000, "budget");
  const results = await Promise.all(range(30).map((num) => site.budget(`r${num}`, 1_000)));
  expect(tally(results)).toEqual({ allowed: 3, "0 of 3000 left": 27 });
  expect(await site.count("select sum(yen) n from own_budgets")).toBe(3_000);
  expect((await site.read()).limits.budget).toMatchObject({ amount: 3_000, used: 3_000 });
});

test("of a race the largest budget of the month counts, and typing a smaller one gives nothing back", async () => {
  await using site = await start({ races: 0 });
  await site.set(5_000, "budget");
  expect(await site.budget("r1", 3_000)).toBe("allowed");
  expect(await site.budget("r1", 3_000)).toBe("allowed");
  expect(await site.budget("r1", 100)).toBe("allowed");
  expect(await site.budget("r2", 2_500)).toBe("2000 of 5000 left");
  expect(await site.budget("r2", 2_000)).toBe("allowed");
  expect(await site.budget("r1", 3_100)).toBe("3000 of 5000 left");
  // What is counted may be looked at again after the limit was lowered.
  await site.set(1_000, "budget");
  expect(await site.budget("r1", 3_000)).toBe("allowed");
  expect(await site.budget("r3", 100)).toBe("0 of 1000 left");
  site.deps.clock.now = startOfJapanDay("2026-12-01");
  // An old page opened again is not another budget.
  expect(await site.budget("r1", 3_000)).toBe("allowed");
  expect((await site.read()).limits.budget.used).toBe(0);
  expect(await site.budget("r3", 1_000)).toBe("allowed");
  expect((await site.read()).limits.budget.used).toBe(1_000);
});

test("without an own limit no budget is kept, and another user's do not count", async () => {
  await using site = await start({ races: 0 });
  await insertUser(site.db, { id: 2 });
  expect(await site.budget("r1", 90_000)).toBe("allowed");
  expect(await site.count("select count(*) n from own_budgets")).toBe(0);
  const other = { id: 2, plan: 1 };
  await ownLimits.set(site.deps, { user: other, kind: "budget", amount: 500 });
  expect(await ownLimits.budget(site.deps, { user: other, raceId: "r1", yen: 500 })).toEqual({ kind: "allowed" });
  await site.set(500, "budget");
  expect(await site.budget("r1", 500)).toBe("allowed");
});
