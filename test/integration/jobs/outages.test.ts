import { lte } from "drizzle-orm";
import { expect, test } from "vitest";
import { freeAllJobs } from "#app/db/jobs/jobs.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { MAX_OUTAGES, runJob } from "#app/services/jobs/run-job.server.ts";
import { handlersThat, yieldToEventLoop } from "#test/integration/support/jobs/job-handlers.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";

/** The error of R2 during an outage. */
const unavailable = () => new Error("put: We encountered an internal error. Please try again. (10001)");

test("ten minutes without the store cost no attempt: every job ends done within ten more", async () => {
  const { deps } = await openTestDeps();
  const start = deps.clock.now;
  const up = start + 600;
  const doneAt: number[] = [];
  const { handlers, failures } = handlersThat(async () => {
    if (deps.now() < up) throw unavailable();
    doneAt.push(deps.now());
    return { kind: "done" };
  });
  const subjects = Array.from({ length: 3 }, (_, index) => String(index));
  for (const subject of subjects) await enqueueJob(deps, { kind: "score-race", subject });
  let runs = 0;
  for (; deps.now() < up + 600 && doneAt.length < subjects.length; deps.clock.now += 5) {
    const due = await deps.db.select({ id: jobs.id }).from(jobs).where(lte(jobs.runAfter, deps.now()));
    for (const { id } of due)
      if ((await runJob(deps, handlers, { jobId: id, yieldToEventLoop })) !== "not-claimed") runs += 1;
  }
  expect([doneAt.length, failures]).toEqual([subjects.length, []]);
  // 5 s after the first run, then twice as long each time: 0, 5, 15, 35, 75, 155, 315 and 635 s.
  expect(runs).toBe(subjects.length * 8);
  expect(Math.max(...doneAt) - start).toBe(635);
});

test("an outage of more than a day ends the job", async () => {
  const { deps } = await openTestDeps();
  const start = deps.clock.now;
  const { handlers, failures } = handlersThat(async () => {
    throw new Error("the statement failed", { cause: new Error("D1_ERROR: Network connection lost.") });
  });
  await enqueueJob(deps, { kind: "send-mail", subject: "7" });
  let runs = 0;
  for (let outcome = ""; outcome !== "failed"; runs += 1) {
    outcome = await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
    if (outcome === "failed") break;
    const row = await deps.db.select({ runAfter: jobs.runAfter }).from(jobs).get();
    deps.clock.now = row?.runAfter ?? Number.NaN;
  }
  expect([runs, failures]).toEqual([MAX_OUTAGES, ["7: the statement failed"]]);
  expect(deps.clock.now - start).toBeGreaterThan(86_400);
});

test("a fault after an outage has all its attempts, and progress forgets outages", async () => {
  const { deps } = await openTestDeps();
  const ends = ["outage", "outage", "bug", "outage", "again", "outage", "bug", "bug", "bug", "bug"];
  const delays: number[] = [];
  const { handlers } = handlersThat(async () => {
    const end = ends.shift();
    if (end === "outage") throw unavailable();
    if (end === "bug") throw new Error("a bug");
    return { kind: "again", delaySeconds: 0 };
  });
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  const outcomes: string[] = [];
  while (ends.length > 0) {
    outcomes.push(await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop }));
    const row = await deps.db.select({ runAfter: jobs.runAfter }).from(jobs).get();
    delays.push((row?.runAfter ?? Number.NaN) - deps.clock.now);
    deps.clock.now += 60;
  }
  expect(outcomes.slice(-4)).toEqual(["retried", "retried", "retried", "failed"]);
  expect(delays.slice(0, 9)).toEqual([5, 10, 2, 5, 0, 5, 2, 4, 8]);
});

test("300 jobs that wait are all woken, with at most four messages each in an hour", async () => {
  const { deps } = await openTestDeps();
  for (let subject = 0; subject < 300; subject += 1)
    await enqueueJob(deps, { kind: "train-model", subject: String(subject) });
  deps.sent.length = 0;
  const sentAt = new Map<string, number[]>();
  for (let minute = 0; minute < 60; minute += 1) {
    const before = deps.sent.length;
    await sweepJobs(deps);
    for (const { message } of deps.sent.slice(before)) {
      const { jobId } = message as { jobId: string };
      sentAt.set(jobId, [...(sentAt.get(jobId) ?? []), minute]);
    }
    deps.clock.now += 60;
  }
  expect(sentAt.size).toBe(300);
  expect(deps.sent.length).toBeLessThanOrEqual(1200);
  for (const [first = 0, ...later] of sentAt.values()) {
    // Two hundred a sweep.
    expect(first).toBeLessThanOrEqual(1);
    expect(later.map((minute) => minute - first).slice(0, 3)).toEqual([5, 15, 35]);
  }
});

test("a job that has run is woken at once when it is due again, and so are all after a start", async () => {
  const { deps } = await openTestDeps();
  const { handlers } = handlersThat(async () => ({ kind: "again", delaySeconds: 0 }));
  await enqueueJob(deps, { kind: "train-model", subject: "7" });
  expect([await sweepJobs(deps), await sweepJobs(deps)]).toEqual([1, 0]);
  await runJob(deps, handlers, { jobId: "id-1", yieldToEventLoop });
  expect([await sweepJobs(deps), await sweepJobs(deps)]).toEqual([1, 0]);
  await freeAllJobs(deps.db, deps.now());
  expect(await sweepJobs(deps)).toBe(1);
});
