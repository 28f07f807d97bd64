import { expect, test } from "vitest";
import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { createTestSite } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const TOKEN = { Authorization: "Bearer test-admin-token-0123456789" };

interface Status {
  state: string;
  at: number;
  ages: Record<string, number | null>;
  concerns: { key: string; level: string; count: number; seconds: number | null }[];
  jobs: {
    kind: string;
    queued: number;
    running: number;
    done: number;
    failed: number;
    oldest_seconds: number | null;
  }[];
  failed: { id: string; kind: string; error: string }[];
  lost: { id: string; wait_seconds: number }[];
  imports: { id: number; status: string; error_count: number }[];
  coming_day: Record<string, string | number | null> | null;
  kept_aside: number;
  payments: { unprocessed: number; oldest_seconds: number | null };
  restricted_users: number;
  sizes: { database_bytes: number; users: number };
}

async function open() {
  const site = await createTestSite();
  const now = Math.floor(Date.now() / 1000);
  const read = async () => (await (await site.fetch("/admin/api/status", { headers: TOKEN })).json()) as Status;
  /** A job of this kind that became due, or ended, `ago` seconds ago. */
  const addJob = (job: { id: string; kind: string; queue: string; status: string; ago: number; wakes?: number }) =>
    site.d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, status, run_after, created_at, finished_at, error, wakes)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(
        ...[job.id, job.kind, job.queue, job.id, job.status, now - job.ago, now - job.ago],
        ...(job.status === "queued" ? [null, null] : [now - job.ago, "no answer"]),
        job.wakes ?? 0,
      )
      .run();
  return { ...site, now, read, addJob };
}

test("the status names every kind of job, and nothing to look at on a new site", async () => {
  await using site = await open();
  expect((await site.fetch("/admin/api/status")).status).toBe(401);
  const status = await site.read();
  expect(status).toMatchObject({ state: "ok", concerns: [], at: site.now, kept_aside: 0, imports: [], failed: [] });
  expect(status.coming_day).toBeNull();
  expect(status.ages).toEqual({ odds: null, weights: null, results: null, delivery: null });
  expect(status.jobs.map(({ kind }) => kind)).toContain("train-model");
  expect(status.jobs.every(({ queued, oldest_seconds }) => queued === 0 && oldest_seconds === null)).toBe(true);
  expect(status.sizes.database_bytes).toBeGreaterThan(100_000);
});

test("what waits too long, what failed and what nobody takes are concerns, the worst first", async () => {
  await using site = await open();
  await site.addJob({ id: "t1", kind: "train-model", queue: "train", status: "queued", ago: 15 * 60 });
  await site.addJob({ id: "t2", kind: "train-model", queue: "train", status: "queued", ago: -60 });
  await site.addJob({ id: "m1", kind: "send-mail", queue: "notify", status: "done", ago: 60 });
  expect((await site.read()).state).toBe("ok");
  expect((await site.read()).jobs.find(({ kind }) => kind === "train-model")).toMatchObject({
    queued: 2,
    oldest_seconds: 900,
  });

  site.advance(1);
  expect((await site.read()).concerns).toMatchObject([{ key: "wait:train-model", level: "attention", seconds: 901 }]);
  await site.addJob({ id: "m2", kind: "send-mail", queue: "notify", status: "failed", ago: 60 });
  await site.addJob({ id: "m3", kind: "send-mail", queue: "notify", status: "failed", ago: 2 * 86_400 });
  await site.addJob({ id: "b1", kind: "build-features", queue: "ingest", status: "queued", ago: 3600, wakes: 3 });
  const { state, concerns, failed, lost, jobs } = await site.read();
  expect(state).toBe("broken");
  expect(concerns.map(({ key, level, count }) => [key, level, count])).toEqual([
    ["lost", "broken", 1],
    ["wait:train-model", "attention", 2],
    ["failures:send-mail", "attention", 1],
  ]);
  expect(failed).toMatchObject([{ id: "m2", kind: "send-mail", error: "no answer" }]);
  expect(lost).toMatchObject([{ id: "b1", wait_seconds: 3601 }]);
  expect(jobs.find(({ kind }) => kind === "send-mail")).toMatchObject({ done: 1, failed: 1 });
});

test("a refused import and a notification of payment that nobody processed are concerns", async () => {
  await using site = await open();
  const { now } = site;
  await site.d1.batch([
    sql(site.d1)`insert into imports (source, status, created_at, finished_at, error_count)
      values ('real', 'refused', ${now}, ${now}, 4)`,
    sql(site.d1)`insert into stripe_events (id, type, created_at, received_at, customer_id)
      values ('e', 'x', ${now - 1801}, ${now - 1801}, 'c')`,
  ]);
  const { concerns, imports, payments } = await site.read();
  expect(concerns.map(({ key, level }) => [key, level])).toEqual([
    ["payments", "broken"],
    ["imports", "attention"],
  ]);
  expect(imports).toMatchObject([{ status: "refused", error_count: 4 }]);
  expect(payments).toEqual({ unprocessed: 1, oldest_seconds: 1801 });
});

test("jobs without an answer for half an hour are a concern, the worst where they are mails", async () => {
  await using site = await open();
  await site.addJob({ id: "mail", kind: "send-mail", queue: "notify", status: "queued", ago: -600 });
  await site.addJob({ id: "pay", kind: "sync-billing", queue: "notify", status: "queued", ago: -600 });
  const after = async (outages: number) => {
    await site.d1.prepare("update jobs set outages = ?").bind(outages).run();
    return (await site.read()).concerns.map(({ key, level, count }) => [key, level, count]);
  };
  expect(await after(8)).toEqual([]);
  expect(await after(9)).toEqual([
    ["outage:send-mail", "broken", 1],
    ["outage:sync-billing", "attention", 1],
  ]);
});

test("an import that the features lack is a concern after two hours, from the first of them on", async () => {
  await using site = await open();
  const add = (id: number, ago: number) =>
    sql(site.d1)`insert into imports (id, source, status, created_at, finished_at, data_version)
      values (${id}, 'real', 'done', ${site.now - ago}, ${site.now - ago}, ${id})`.run();
  const concerns = async () => (await site.read()).concerns.map(({ key, level, seconds }) => [key, level, seconds]);
  await add(1, 7200);
  await add(2, 60);
  expect(await concerns()).toEqual([]);
  await site.d1.prepare("update imports set finished_at = finished_at - 1 where id = 1").run();
  expect(await concerns()).toEqual([["features", "attention", 7201]]);
  await site.env.STORE.put(CURRENT_MANIFEST_KEY, JSON.stringify({ importId: 1 }));
  expect(await concerns()).toEqual([]);
});

test("what has come of the next race day is counted, hidden races and other days left out", async () => {
  await using site = await open();
  const today = japanDay(site.now);
  const [saturday, sunday] = [addDays(today, 2), addDays(today, 3)];
  const addRace = (raceId: string, date: string, values: string) =>
    site.d1.prepare(
      `insert into races (race_id, date, venue, venue_type, race_num, name, source, content_hash, data_version,
         status, runner_count, weighed_count, hidden, inputs_version)
       values ('${raceId}', '${date}', '東京', 1, ${raceId.slice(1)}, '未勝利', 'real', 'h', 9, ${values})`,
    );
  const addRunners = (raceId: string, sires: readonly (string | null)[]) =>
    sires.map(
      (sire, index) =>
        sql(site.d1)`insert into runners (race_id, horse_num, horse_id, horse_name, status, content_hash, sire_name)
          values (${raceId}, ${index + 1}, ${raceId} || ${index + 1}, 'ウマ', 'entered', 'h', ${sire})`,
    );
  await site.d1.batch([
    sql(site.d1)`insert into imports (id, source, status, created_at, finished_at, data_version)
      values (7, 'real', 'done', ${site.now}, ${site.now - 600}, 7), (8, 'real', 'done', ${site.now}, ${site.now - 60}, 8)`,
    addRace("r1", addDays(today, -1), "'result', 9, 9, 0, 8"),
    addRace("r2", saturday, "'scheduled', 0, 0, 0, 7"),
    addRace("r3", saturday, "'scheduled', 3, 0, 0, 7"),
    addRace("r4", saturday, "'scheduled', 2, 2, 0, 0"),
    addRace("r5", saturday, "'cancelled', 2, 0, 0, 7"),
    addRace("r6", saturday, "'scheduled', 2, 2, 1, 8"),
    addRace("r7", sunday, "'scheduled', 2, 2, 0, 8"),
    ...addRunners("r3", ["父", null, "父"]),
    ...addRunners("r4", ["父", "父"]),
    ...addRunners("r6", ["父"]),
  ]);
  expect((await site.read()).coming_day).toEqual({
    ...{ date: saturday, races: 4, drawn: 3, weighed: 1, run: 1 },
    ...{ runners: 5, with_sire: 4, cards_at: site.now - 600 },
  });
});

test("reports the build, the data version and the ages of stored data, null before the first data", async () => {
  await using site = await createTestSite();
  const answer = await site.fetch("/healthz");
  expect(answer.status).toBe(200);
  const ages = { odds_age_s: null, weights_age_s: null, results_age_s: null, delivery_age_s: null };
  const crons = { sweep_age_s: null, hourly_age_s: null };
  expect(await answer.json()).toEqual({ build: expect.any(String), data_version: null, ...ages, ...crons });
});

test("reports 503 after ten minutes without a sweep, except for the part that a deployment checks", async () => {
  await using site = await createTestSite();
  const now = Math.floor(Date.now() / 1000);
  const statuses = async (sweepAge: number) => {
    await sql(site.d1)`insert or replace into app_state
      values ('ran-at:sweep', ${String(now - sweepAge)}), ('ran-at:hourly', ${String(now - 4000)})`.run();
    const answers = [await site.fetch("/healthz"), await site.fetch("/healthz?part=web")];
    expect(await answers[0]!.json()).toMatchObject({ sweep_age_s: sweepAge, hourly_age_s: 4000 });
    return answers.map(({ status }) => status);
  };
  expect(await statuses(600)).toEqual([200, 200]);
  expect(await statuses(601)).toEqual([503, 200]);
});
