import { beforeEach, expect, test, vi } from "vitest";
import { deleteExpired, freeAllJobs } from "#app/db/jobs/jobs.server.ts";
import { readFreshness } from "#app/db/racing/freshness.server.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import type { JobContext, JobHandler, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob, wakeJobs } from "#app/services/jobs/jobs.server.ts";
import { MAX_ATTEMPTS, runJob } from "#app/services/jobs/run-job.server.ts";
import { waitForData, wakeWaitingForData } from "#app/services/models/wait-for-data.server.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { consumeJobs } from "#workers/jobs/consume-jobs.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});

const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

function handlersThat(run: (context: JobContext) => Promise<JobOutcome>, isHeavy = false) {
  const failures: string[] = [];
  const handler: JobHandler = {
    isHeavy,
    run,
    onFailed: async (_deps, job, reason) => {
      failures.push(`${job.subject}: ${reason}`);
    },
  };
  const handlers: Record<JobKind, JobHandler> = {
    "train-model": handler,
    "score-race": handler,
    "score-day": handler,
    "ingest-import": handler,
    "build-features": handler,
    "send-mail": handler,
    "send-sign-up-notice": handler,
    "send-alarm": handler,
    "push-notice": handler,
    "post-head": handler,
    "sync-billing": handler,
    "erase-account": handler,
    "reconcile-billing": handler,
    "show-results": handler,
    "settle-records": handler,
    "enter-names": handler,
    "settle-bets": handler,
    "seal-forecasts": handler,
    "build-rankings": handler,
    "count-rankings": handler,
    "move-ledger": handler,
    "fix-crowd": handler,
    "copy-database": handler,
  };
  return { handlers, failures };
}

async function jobRow(deps: Deps) {
  return deps.db.$client
    .prepare("select id, status, attempts, run_after, lease_until, error from jobs")
    .first<{ id: string; status: string; attempts: number; run_after: number; lease_until: number; error: string }>();
}

test("one of two concurrent deliveries does the work, and a third after the end does nothing", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  let runs = 0;
  const { handlers } = handlersThat(async ({ breathe }) => {
    runs += 1;
    await breathe();
    return { kind: "done" };
  });
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  const run = () => runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
  const outcomes = await Promise.all([run(), run()]);
  expect(outcomes.sort()).toEqual(["done", "not-claimed"]);
  expect(await run()).toBe("not-claimed");
  expect(runs).toBe(1);
  expect(deps.sent).toEqual([
    { queue: "train", message: { version: 1, type: "run-job", jobId: "id-1" }, delaySeconds: 0 },
  ]);
});

test("a subject has one open job; after its end it may have another", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { handlers } = handlersThat(async () => ({ kind: "done" }));
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  expect((await deps.db.$client.prepare("select count(*) n from jobs").first<{ n: number }>())?.n).toBe(1);
  await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  expect((await deps.db.$client.prepare("select count(*) n from jobs").first<{ n: number }>())?.n).toBe(2);
});

test("a job can tell whether a user's work waits, and whether that is a training", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const answers: boolean[] = [];
  const { handlers } = handlersThat(async ({ isUserWorkWaiting }) => {
    answers.push(await isUserWorkWaiting(), await isUserWorkWaiting(["train"]));
    return { kind: "again", delaySeconds: 0 };
  });
  const run = () => runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  await run();
  await enqueueJob(deps, { kind: "score-race", subject: "7" });
  await run();
  await enqueueJob(deps, { kind: "train-model", subject: "8" });
  await run();
  expect(answers).toEqual([false, false, true, false, true, true]);
});

test("a job whose worker died is woken by the sweep after its lease, and resumes from its checkpoint", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const seen: unknown[] = [];
  let dies = true;
  const { handlers } = handlersThat(async ({ job, saveCheckpoint }) => {
    seen.push(job.checkpoint);
    await saveCheckpoint({ tree: 3 });
    // The process is killed here: this run never continues.
    if (dies) await new Promise(() => {});
    return { kind: "done" };
  });
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  void runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
  await vi.waitFor(async () => expect(seen).toHaveLength(1));
  await vi.waitFor(async () => {
    const row = await deps.db.$client.prepare("select checkpoint from jobs").first<{ checkpoint: string | null }>();
    expect(row?.checkpoint).not.toBeNull();
  });
  deps.sent.length = 0;

  deps.clock.now += 59;
  expect(await sweepJobs(deps)).toBe(0);
  expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("not-claimed");
  deps.clock.now += 1;
  expect(await sweepJobs(deps)).toBe(1);
  expect(deps.sent).toHaveLength(1);
  dies = false;
  expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("done");
  expect(seen).toEqual([null, { tree: 3 }]);
});

test("while the application's clock runs sixty times as fast, leases, waits and back-off take the machine's time", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database, { clockSpeed: 60 });
  const { handlers } = handlersThat(async ({ job }) => {
    const row = await jobRow(deps);
    expect(row?.lease_until).toBe(deps.clock.now + 60 * 60);
    if (job.attempts === 1) throw new Error("R2 did not answer");
    return { kind: "again", delaySeconds: 5 };
  });
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  const run = () => runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
  deps.sent.length = 0;
  expect(await run()).toBe("retried");
  expect((await jobRow(deps))?.run_after).toBe(deps.clock.now + 2 * 60);
  deps.clock.now += 2 * 60;
  expect(await run()).toBe("again");
  expect((await jobRow(deps))?.run_after).toBe(deps.clock.now + 5 * 60);
  // Queues count by the machine.
  expect(deps.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([2, 5]);
});

test("a worker that lost its lease stops at its next breath and ends nothing", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { handlers } = handlersThat(async ({ breathe, job }) => {
    if (job.attempts > 1) return { kind: "done" };
    deps.clock.now += 61;
    expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("done");
    await breathe();
    throw new Error("worked on without a lease");
  });
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("lost");
  expect((await jobRow(deps))?.status).toBe("done");
});

test("a thrown error is retried later, and after the last attempt the job fails for good once", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { handlers, failures } = handlersThat(async () => {
    throw new Error("no such segment");
  });
  await enqueueJob(deps, { kind: "score-race", subject: "9" });
  const outcomes: string[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    outcomes.push(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop }));
    // Not due yet: an early delivery does nothing.
    if (attempt < MAX_ATTEMPTS)
      expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("not-claimed");
    deps.clock.now += 60;
  }
  expect(outcomes).toEqual(["retried", "retried", "retried", "failed"]);
  expect(failures).toEqual(["9: no such segment"]);
  expect(await jobRow(deps)).toMatchObject({ status: "failed", error: "no such segment" });
});

test("work that continues in the next message is never a failed attempt", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  let rounds = 0;
  const { handlers, failures } = handlersThat(async () =>
    ++rounds < 10 ? { kind: "again", delaySeconds: 0 } : { kind: "done" },
  );
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  for (let round = 1; round < 10; round++)
    expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("again");
  expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("done");
  expect(failures).toEqual([]);
});

test("a job that kills its worker every time ends as failed", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { handlers, failures } = handlersThat(() => new Promise(() => {}));
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    void runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
    await vi.waitFor(async () => expect((await jobRow(deps))?.attempts).toBe(attempt));
    deps.clock.now += 61;
  }
  expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("failed");
  expect(failures).toEqual(["7: the job did not survive its attempts"]);
});

test("a start releases jobs of the dead process, also if the clock was set back", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { handlers } = handlersThat(async () => ({ kind: "done" }));
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  await enqueueJob(deps, { kind: "score-race", subject: "9" });
  await new Promise<void>((died) => {
    const deaf = handlersThat(() => {
      died();
      return new Promise(() => {});
    });
    void runJob(deps, deaf.handlers, { jobId: "id-1", yieldToEventLoop });
  });
  deps.clock.now -= 3600;
  expect(await sweepJobs(deps)).toBe(0);
  await freeAllJobs(deps.db, deps.now());
  expect(await sweepJobs(deps)).toBe(2);
  for (const jobId of ["id-1", "id-2"]) expect(await runJob(deps, handlers, { jobId, yieldToEventLoop })).toBe("done");
});

test("a second heavy job waits while the first one runs; malformed and dead messages are acked", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
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
    { isTaken: true },
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
    { isTaken: false },
    { queue: "keiba-ai-train-dead", messages: [message("dead", runIt)] },
  );
  expect((await jobRow(deps))?.status).toBe("queued");
  expect(acked).toEqual(["gated", "malformed", "dead"]);
  // A run that the platform ended never opened the gate again: after two leases another one may.
  const gate = { isTaken: true, run: 1, seenAt: Date.now() - 60_000 };
  const deliver = () =>
    consumeJobs(deps, handlers, gate, { queue: "keiba-ai-train", messages: [message("late", runIt)] });
  await deliver();
  expect((await jobRow(deps))?.status).toBe("queued");
  gate.seenAt -= 61_000;
  await deliver();
  expect((await jobRow(deps))?.status).toBe("done");
  expect(gate.isTaken).toBe(false);
});

test("many jobs are woken by a hundred messages a call, by queue; a call that fails keeps none of the others back", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
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

/** A job that waits for a build, which is open until `endBuild`. */
async function waitingForBuild(deps: ReturnType<typeof createTestDeps>) {
  let isThere = false;
  const { handlers } = handlersThat(async (context) =>
    isThere ? { kind: "done" } : waitForData(context, "not there"),
  );
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  await enqueueJob(deps, { kind: "score-race", subject: "7" });
  const endBuild = async () => {
    isThere = true;
    await deps.db.$client.prepare("update jobs set status = 'done', finished_at = 1 where id = 'id-1'").run();
  };
  deps.sent.length = 0;
  return { endBuild, handlers, run: () => runJob(deps, handlers, { jobId: "id-2", yieldToEventLoop }) };
}

test("who waits for a build is looked at each half minute, and at once when the build is over", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { endBuild, run } = await waitingForBuild(deps);
  // A failure of its own is waited out, whatever is over.
  await enqueueJob(deps, { kind: "train-model", subject: "8", delaySeconds: 20 });
  await deps.db.$client.prepare("update jobs set attempts = 1 where id = 'id-3'").run();
  deps.sent.length = 0;
  expect(await run()).toBe("again");
  expect(deps.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([30]);
  for (let second = 1; second < 30; second += 1) {
    deps.clock.now += 1;
    expect(await run()).toBe("not-claimed");
  }
  deps.clock.now += 1;
  expect(await run()).toBe("again");
  deps.clock.now += 1;
  await endBuild();
  deps.sent.length = 0;
  await wakeWaitingForData(deps);
  expect(deps.sent).toEqual([
    { queue: "score", message: { version: 1, type: "run-job", jobId: "id-2" }, delaySeconds: 0 },
  ]);
  expect(await run()).toBe("done");
  await wakeWaitingForData(deps);
  expect(deps.sent).toHaveLength(1);
});

test("a build that ends between a job's look and its release, before it could be woken, is noticed by the job", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { endBuild, handlers, run } = await waitingForBuild(deps);
  const scoring = handlers["score-race"];
  const { run: look } = scoring;
  scoring.run = async (context) => {
    const outcome = await look(context);
    if (outcome.kind === "again") {
      await endBuild();
      await wakeWaitingForData(deps);
    }
    return outcome;
  };
  expect(await run()).toBe("again");
  expect(deps.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([0]);
  expect(await run()).toBe("done");
});

test("jobs that ended more than seven days ago are forgotten; younger, waiting and running ones stay", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const now = deps.now();
  const weekAgo = now - 7 * 86_400;
  const rows: [id: string, status: string, finishedAt: number | null][] = [
    ["old-done", "done", weekAgo - 1],
    ["old-failed", "failed", weekAgo - 1],
    ["young-done", "done", weekAgo],
    ["young-failed", "failed", now],
    ["waiting", "queued", null],
    ["running", "running", null],
  ];
  for (const [id, status, finishedAt] of rows)
    await deps.db.$client
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at, finished_at,
           lease_owner, lease_until)
         values (?1, 'send-mail', 'notify', ?1, '{}', ?2, 0, 0, 0, ?3,
           case ?2 when 'running' then 'owner' end, case ?2 when 'running' then 1 end)`,
      )
      .bind(id, status, finishedAt)
      .run();
  for (let time = 1; time <= 2; time += 1) {
    await deleteExpired(deps.db, { now, machineNow: now });
    const { results } = await deps.db.$client.prepare("select id from jobs order by id").all<{ id: string }>();
    expect(results.map(({ id }) => id)).toEqual(["running", "waiting", "young-done", "young-failed"]);
  }
});

test("a dead letter is one line of the error log, with its queue and job, and its row stays for the sweep", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { handlers } = handlersThat(async () => ({ kind: "done" }));
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  const acked: string[] = [];
  const message = { version: 1, type: "run-job", jobId: "id-1" };
  await consumeJobs(
    deps,
    handlers,
    { isTaken: false },
    {
      queue: "keiba-ai-train-dead",
      messages: [
        { id: "m", timestamp: new Date(0), attempts: 1, body: message, ack: () => acked.push("m"), retry: () => {} },
      ],
    },
  );
  expect(acked).toEqual(["m"]);
  expect(JSON.parse(String(vi.mocked(console.error).mock.lastCall?.[0]))).toEqual({
    event: "job.dead-letter",
    queue: "keiba-ai-train-dead",
    message,
  });
  expect((await jobRow(deps))?.status).toBe("queued");
  expect(await sweepJobs(deps)).toBe(1);
});

test("a cron's end is noted, for /healthz, once all of its work is done, and not where a step fails", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  const { handlers } = handlersThat(async () => ({ kind: "done" }));
  let isBroken = true;
  const demo = {
    continueModels: () => (isBroken ? Promise.reject(new Error("D1_ERROR")) : Promise.resolve()),
    areRankingsAwaited: async () => false,
  };
  const ends: string[] = [];
  const deliver = (type: string) => {
    const message = { id: type, timestamp: new Date(0), attempts: 1, body: { version: 1, type } };
    const answers = { ack: () => ends.push(`${type} acked`), retry: () => ends.push(`${type} again`) };
    const batch = { queue: "keiba-ai-notify", messages: [{ ...message, ...answers }] };
    return consumeJobs({ ...deps, demo }, handlers, { isTaken: false }, batch);
  };
  await deliver("sweep");
  await deliver("hourly");
  expect(await readFreshness(deps.db)).toMatchObject({ sweep: deps.now(), hourly: null });
  isBroken = false;
  deps.clock.now += 60;
  await deliver("hourly");
  expect(await readFreshness(deps.db)).toMatchObject({ sweep: deps.now() - 60, hourly: deps.now() });
  expect(ends).toEqual(["sweep acked", "hourly again", "hourly acked"]);
});
