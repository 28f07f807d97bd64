import type { Demo } from "#app/services/deps.server.ts";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import { createDeps, type Env } from "#workers/environment.ts";
import kernel from "../../.kernel/trees.wasm";
import { consumeJobs, type HeavyJobLock } from "./consume-jobs.ts";
import { handlers } from "./handlers.ts";

const lock: HeavyJobLock = { isLocked: false };

/** In wrangler.toml: the sweep runs every minute, the check for due work every hour. */
const HOURLY_CRON = "0 * * * *";

export function createJobsWorker({ demo }: { demo?: Demo | undefined }) {
  return {
    async queue(batch, env) {
      await consumeJobs(createDeps(env, { kernel, demo }), handlers, lock, batch);
    },
    async scheduled(controller, env) {
      const message: JobMessage = { version: 1, type: controller.cron === HOURLY_CRON ? "hourly" : "sweep" };
      await createDeps(env).queues.notify.send(message, { contentType: "json" });
    },
    fetch() {
      return new Response("jobs\n", { headers: { "content-type": "text/plain; charset=utf-8" } });
    },
  } satisfies ExportedHandler<Env, unknown>;
}
