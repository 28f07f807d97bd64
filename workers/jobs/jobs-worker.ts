import type { Demo } from "#app/services/deps.server.ts";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import { createDeps, type Env } from "#workers/environment.ts";
import kernel from "../../build/kernel/trees.wasm";
import { consumeJobs, type HeavyGate } from "./consume-jobs.ts";
import { handlers } from "./handlers.ts";

// One heavy job at a time per isolate: memory is per isolate, so the gate is too.
const gate: HeavyGate = { isTaken: false };

/** wrangler.toml: every minute the sweep, every hour the question what is due. */
const HOURLY_CRON = "0 * * * *";

/** @param parts demo: of a local start */
export function createJobsWorker({ demo }: { demo?: Demo | undefined }) {
  return {
    async queue(batch, env) {
      await consumeJobs(createDeps(env, { kernel, demo }), handlers, gate, batch);
    },
    async scheduled(controller, env) {
      const message: JobMessage = { version: 1, type: controller.cron === HOURLY_CRON ? "hourly" : "sweep" };
      await createDeps(env).queues.notify.send(message, { contentType: "json" });
    },
    // The Worker has no public route; the answer only tells a human that it is alive.
    fetch() {
      return new Response("jobs\n", { headers: { "content-type": "text/plain; charset=utf-8" } });
    },
  } satisfies ExportedHandler<Env, unknown>;
}
