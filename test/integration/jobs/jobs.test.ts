import { expect, test, vi } from "vitest";
import { deleteExpired, freeAllJobs } from "#app/db/jobs/jobs.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { MAX_ATTEMPTS, runJob } from "#app/services/jobs/run-job.server.ts";
import { waitForData, wakeWaitingForData } from "#app/services/models/wait-for-data.server.ts";
import { handlersThat, jobRow, yieldToEventLoop } from "#test/integration/support/jobs/job-handlers.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import type { createTestDeps } from "#test/integration/support/test-deps.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

test("one of two concurrent deliveries does the work, and a third after the end does nothing", async () => {
  const { deps } = await openTestDeps();
  let runs = 0;
  const { handlers } = handlersThat(async ({ yieldAndRenewLease }) => {
    runs += 1;
    await yieldAndRenewLease();
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
  const { deps } = await openTestDeps();
  const { handlers } = handlersThat(async () => ({ kind: "done" }));
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  expect((await deps.db.$client.prepare("select count(*) n from jobs").first<{ n: number }>())?.n).toBe(1);
  await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  expect((await deps.db.$client.prepare("select count(*) n from jobs").first<{ n: number }>())?.n).toBe(2);
});

test("a job can tell whether a user's work waits, and whether that is a training", async () => {
  const { deps } = await openTestDeps();
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
  const { deps } = await openTestDeps();
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
  const { deps } = await openTestDeps({ clockSpeed: 60 });
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
  const { deps } = await openTestDeps();
  const { handlers } = handlersThat(async ({ yieldAndRenewLease, job }) => {
    if (job.attempts > 1) return { kind: "done" };
    deps.clock.now += 61;
    expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("done");
    await yieldAndRenewLease();
    throw new Error("worked on without a lease");
  });
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  expect(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop })).toBe("lost");
  expect((await jobRow(deps))?.status).toBe("done");
});

test("a thrown error is retried later, and after the last attempt the job fails for good once", async () => {
  const { deps } = await openTestDeps();
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
  const { deps } = await openTestDeps();
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
  const { deps } = await openTestDeps();
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
  const { deps } = await openTestDeps();
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

test("jobs that ended more than seven days ago are forgotten; younger, waiting and running ones stay", async () => {
  const { deps } = await openTestDeps();
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
    await sql(deps.db.$client)`insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after,
      created_at, finished_at,
      lease_owner, lease_until)
      values (${id}, 'send-mail', 'notify', ${id}, '{}', ${status}, 0, 0, 0, ${finishedAt},
      case ${status} when 'running' then 'owner' end, case ${status} when 'running' then 1 end)`.run();
  for (let time = 1; time <= 2; time += 1) {
    await deleteExpired(deps.db, { now, machineNow: now });
    const { results } = await deps.db.$client.prepare("select id from jobs order by id").all<{ id: string }>();
    expect(results.map(({ id }) => id)).toEqual(["running", "waiting", "young-done", "young-failed"]);
  }
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

test("a job that waits for a build checks for it every half minute, and at once when the build ends", async () => {
  const { deps } = await openTestDeps();
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
  const { deps } = await openTestDeps();
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
