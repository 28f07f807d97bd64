import { beforeEach, expect, test, vi } from "vitest";
import { readFreshness } from "#app/db/racing/freshness.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import { enqueueJob, wakeJobs } from "#app/services/jobs/jobs.server.ts";
import { deliverMessage, handlersThat, jobRow } from "#test/integration/support/jobs/job-handlers.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { consumeJobs } from "#workers/jobs/consume-jobs.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test("a second heavy job waits while the first one runs; malformed and dead messages are acked", async () => {
  const { deps } = await openTestDeps();
  const { handlers } = handlersThat(async () => ({ kind: "done" }), true);
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  deps.sent.length = 0;
  const acked: string[] = [];
  const message = (id: string, body: unknown) =>
    ({
      id,
      body,
      timestamp: new Date(0),
      attempts: 1,
      ack: () => acked.push(id),
      retry: () => acked.push("retry"),
    }) as Message;
  const runIt = { version: 1, type: "run-job", jobId: "id-1" };
  await consumeJobs(
    deps,
    handlers,
    { isLocked: true },
    {
      queue: "keiba-ai-train",
      messages: [message("gated", runIt), message("malformed", { version: 9 })],
    },
  );
  expect((await jobRow(deps))?.status).toBe("queued");
  expect(deps.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([1]);
  await consumeJobs(
    deps,
    handlers,
    { isLocked: false },
    { queue: "keiba-ai-train-dead", messages: [message("dead", runIt)] },
  );
  expect((await jobRow(deps))?.status).toBe("queued");
  expect(acked).toEqual(["gated", "malformed", "dead"]);
  // A run that the platform ended never opened the lock again: after two leases another one may.
  const lock = { isLocked: true, run: 1, seenAt: Date.now() - 60_000 };
  const deliverLate = () =>
    consumeJobs(deps, handlers, lock, { queue: "keiba-ai-train", messages: [message("late", runIt)] });
  await deliverLate();
  expect((await jobRow(deps))?.status).toBe("queued");
  lock.seenAt -= 61_000;
  await deliverLate();
  expect((await jobRow(deps))?.status).toBe("done");
  expect(lock.isLocked).toBe(false);
});

test("many jobs are woken by a hundred messages a call, by queue; a call that fails keeps none of the others back", async () => {
  const { deps } = await openTestDeps();
  const calls: number[] = [];
  let failing = 2;
  for (const queue of Object.values(deps.queues)) {
    const { sendBatch } = queue;
    queue.sendBatch = async (messages) => {
      const batch = [...messages];
      calls.push(batch.length);
      // The platform takes a hundred messages and 256 KB at once.
      expect(batch.length).toBeLessThanOrEqual(100);
      expect(JSON.stringify(batch).length).toBeLessThan(256_000);
      failing -= 1;
      if (failing === 0) throw new Error("Too Many Requests");
      return sendBatch(batch);
    };
  }
  const jobs = Array.from({ length: 250 }, (_, at) => ({
    id: `id-of-22-characters-${at}`,
    kind: "settle-bets" as const,
  }));
  await wakeJobs(deps, [...jobs, { id: "demo", kind: "train-model", queue: "score" }]);
  expect(calls).toEqual([100, 100, 50, 1]);
  const woken = deps.sent.map(({ queue, message }) => `${queue} ${message.type === "run-job" ? message.jobId : ""}`);
  expect(woken).toHaveLength(151);
  expect(woken[100]).toBe("background id-of-22-characters-200");
  expect(woken.at(-1)).toBe("score demo");
  deps.sent.length = 0;
  await wakeJobs(deps, []);
  expect([calls.length, deps.sent.length]).toEqual([4, 0]);
});

test("a dead letter is one line of the error log, with its queue and job, and its row stays for the sweep", async () => {
  const { deps } = await openTestDeps();
  const { handlers } = handlersThat(async () => ({ kind: "done" }));
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  const message = { version: 1, type: "run-job", jobId: "id-1" };
  expect(await deliverMessage(deps, handlers, { queue: "keiba-ai-train-dead", body: message })).toEqual(["acked"]);
  expect(JSON.parse(String(vi.mocked(console.error).mock.lastCall?.[0]))).toEqual({
    event: "job.dead-letter",
    queue: "keiba-ai-train-dead",
    message,
  });
  expect((await jobRow(deps))?.status).toBe("queued");
  expect(await sweepJobs(deps)).toBe(1);
});

test("a cron's end is noted, for /healthz, once all of its work is done, and not where a step fails", async () => {
  const { deps } = await openTestDeps();
  const { handlers } = handlersThat(async () => ({ kind: "done" }));
  let isBroken = true;
  const demo = {
    continueModels: () => (isBroken ? Promise.reject(new Error("D1_ERROR")) : Promise.resolve()),
    areRankingsAwaited: async () => false,
  };
  const run = (type: string) =>
    deliverMessage({ ...deps, demo }, handlers, { queue: "keiba-ai-notify", body: { version: 1, type } });
  expect(await run("sweep")).toEqual(["acked"]);
  expect(await run("hourly")).toEqual(["again"]);
  expect(await readFreshness(deps.db)).toMatchObject({ sweep: deps.now(), hourly: null });
  isBroken = false;
  deps.clock.now += 60;
  expect(await run("hourly")).toEqual(["acked"]);
  expect(await readFreshness(deps.db)).toMatchObject({ sweep: deps.now() - 60, hourly: deps.now() });
});

test.each([
  ["sweep", ["seal_days", "search_pending"], ["seals", "names"]],
  ["hourly", ["rate_limits"], ["expired"]],
] as const)(
  "steps of the %s that fail leave no other one undone, alarms and erasures included",
  async (type, gone, steps) => {
    vi.mocked(console.error).mockClear();
    const { d1, deps: base } = await openTestDeps();
    const deps = { ...base, config: { ...base.config, alertMail: "operator@example.com" } };
    const { handlers } = handlersThat(async () => ({ kind: "done" }));
    const ago = deps.now() - 7200;
    await d1.batch([
      d1.prepare(
        `insert into jobs (id, kind, queue, subject, status, attempts, run_after, created_at, error, finished_at)
       values ('f', 'train-model', 'train', '1', 'failed', 4, 0, ${ago}, 'e', ${ago})`,
      ),
      d1.prepare(`insert into users (id, name, created_at, deleted_at) values (7, 'x', 1, ${ago})`),
    ]);
    for (const table of gone) await d1.prepare(`alter table ${table} rename to ${table}_gone`).run();
    const body = { version: 1, type };
    expect(await deliverMessage(deps, handlers, { queue: "keiba-ai-notify", body })).toEqual(["again"]);
    const lines = vi
      .mocked(console.error)
      .mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, string>);
    expect(lines.filter(({ event }) => event === "cron.step-failed").map(({ step }) => step)).toEqual(steps);
    const asked = await d1.prepare("select kind from jobs where kind in ('send-mail', 'erase-account')").all();
    expect(asked.results).toContainEqual({ kind: type === "sweep" ? "send-mail" : "erase-account" });
    expect(await readFreshness(deps.db)).toMatchObject({ [type]: null });
  },
);
