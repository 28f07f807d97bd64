import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { checkAlarms } from "#app/services/operations/alarms.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { handlers } from "#workers/jobs/handlers.ts";

const ALERT_URL = "https://chat.example/hook";
const ALERT_MAIL = "operator@keiba.example";

let posted: { url: string; body: Record<string, unknown> }[] = [];
let status = 200;
let redirects: (string | undefined)[];

beforeEach(() => {
  posted = [];
  status = 200;
  redirects = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    redirects.push(init?.redirect);
    posted.push({ url: String(url), body: JSON.parse(String(init?.body)) as Record<string, unknown> });
    return new Response(null, { status });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A site with its minute's check, and what it told. */
async function createSite(config: { alertUrl: string | null; alertMail: string | null }) {
  const { database, deps: defaults } = await openTestDeps();
  const deps = { ...defaults, config: { ...defaults.config, ...config } };
  const sql = (text: string, ...values: unknown[]) =>
    database.d1
      .prepare(text)
      .bind(...values)
      .run();
  const runTellers = async () => {
    const { results } = await database.d1
      .prepare("select id from jobs where status = 'queued' and kind in ('send-alarm', 'send-mail') order by rowid")
      .all<{ id: string }>();
    const outcomes: string[] = [];
    for (const { id } of results)
      outcomes.push(await runJob(deps, handlers, { jobId: id, yieldToEventLoop: async () => {} }));
    return outcomes;
  };
  return {
    deps,
    sql,
    runTellers,
    /** A minute passes, and as many sweeps at once. */
    async sweep(count = 1) {
      deps.clock.now += 60;
      await Promise.all(Array.from({ length: count }, () => checkAlarms(deps)));
      return runTellers();
    },
    async mails() {
      const { results } = await database.d1.prepare('select "to", subject from dev_mails order by id').all();
      return results;
    },
    async rows() {
      const { results } = await database.d1
        .prepare("select key, level, raised_at, ended_at from alarms order by id")
        .all();
      return results;
    },
    [Symbol.asyncDispose]: database.dispose,
  };
}

const addWaiting = (id: string, dueAt: number) =>
  [
    `insert into jobs (id, kind, queue, subject, status, run_after, created_at)
     values (?1, 'train-model', 'train', ?1, 'queued', ?2, ?2)`,
    id,
    dueAt,
  ] as const;

test("an alarm is sent once by both channels, however many sweeps run, and again when it is over", async () => {
  await using site = await createSite({ alertUrl: ALERT_URL, alertMail: ALERT_MAIL });
  const start = site.deps.clock.now;
  await site.sql(...addWaiting("t", start + 60 - 15 * 60));
  // Fifteen minutes are not too long.
  expect(await site.sweep()).toEqual([]);
  expect(await site.sweep(3)).toEqual(["done", "done"]);
  expect(await site.sweep(2)).toEqual([]);
  const key = "wait:train-model";
  expect(posted).toEqual([
    {
      url: ALERT_URL,
      body: {
        ...{ key, level: "attention", is_over: false, at: start + 120 },
        text: `モデル作成が16分待ち ${site.deps.config.publicUrl}/admin`,
      },
    },
  ]);
  await site.sql("update jobs set status = 'done', finished_at = 1 where id = 't'");
  expect(await site.sweep(2)).toEqual(["done", "done"]);
  expect(await site.sweep()).toEqual([]);
  expect(posted.slice(1)).toMatchObject([{ body: { key, is_over: true, text: expect.stringMatching(/^解消: /) } }]);
  expect(await site.mails()).toEqual([
    { to: ALERT_MAIL, subject: "【はちわく】警報：モデル作成が16分待ち" },
    { to: ALERT_MAIL, subject: "【はちわく】解消：モデル作成が16分待ち" },
  ]);
  expect(await site.rows()).toEqual([{ key, level: "attention", raised_at: start + 120, ended_at: start + 240 }]);

  // The same trouble again is another alarm.
  await site.sql(...addWaiting("u", start - 7200));
  await site.sweep();
  expect((await site.rows()).map(({ level, ended_at }) => [level, ended_at])).toEqual([
    ["attention", start + 240],
    ["broken", null],
  ]);
});

test("a receiver that is down is notified later, and one that refuses is a failure of its own", async () => {
  await using site = await createSite({ alertUrl: ALERT_URL, alertMail: null });
  await site.sql(...addWaiting("t", site.deps.clock.now - 7200));
  status = 503;
  expect(await site.sweep()).toEqual(["retried"]);
  status = 200;
  site.deps.clock.now += 60;
  expect(await site.runTellers()).toEqual(["done"]);
  expect(posted).toHaveLength(2);
  expect(await site.mails()).toEqual([]);
  // Elsewhere than to the configured address nothing is posted.
  expect(redirects).toEqual(["manual", "manual"]);
});

test("nothing is checked or sent where no receiver is configured", async () => {
  await using site = await createSite({ alertUrl: null, alertMail: null });
  await site.sql(...addWaiting("t", site.deps.clock.now - 7200));
  expect(await site.sweep()).toEqual([]);
  expect([posted, await site.rows()]).toEqual([[], []]);
});
