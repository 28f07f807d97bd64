import { expect, test } from "vitest";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { waitForData, wakeWaitingForData } from "#app/services/models/wait-for-data.server.ts";
import { handlersThat, yieldToEventLoop } from "#test/integration/support/jobs/job-handlers.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import type { createTestDeps } from "#test/integration/support/test-deps.ts";

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
