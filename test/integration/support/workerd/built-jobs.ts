import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { openDatabase } from "#app/db/database.server.ts";
import type { QueueName } from "#app/domain/job-kinds.ts";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import { createSchema } from "#scripts/evaluate/schema.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { openD1ByHttp } from "./bindings-by-http.ts";
import { BINDINGS_WORKER } from "./bindings-worker.ts";
import { openBucketByHttp } from "./bucket-by-http.ts";
import { builtWorker } from "./built-site.ts";
import type { TestDatabase } from "./test-database.ts";

const COMMON = { compatibilityDate: "2026-04-01", d1Databases: ["DB"], r2Buckets: ["STORE"] };

/** Delivers messages to isolates at once. In workerd, as Miniflare's own calls from Node wait for one another. */
const DELIVERER = `export default {
  async fetch(request, env) {
    const deliver = async ({ worker, queue, body }) => {
      const message = { id: body.jobId, timestamp: new Date(), attempts: 1, body };
      const { ackAll, explicitAcks } = await env[worker].queue(queue, [message]);
      return ackAll || explicitAcks.includes(body.jobId);
    };
    return Response.json(await Promise.all((await request.json()).map(deliver)));
  },
};`;

/** The Worker for heavy jobs as it is deployed, in as many isolates, over one fresh D1 and store. Its queues have no consumer. */
export async function createBuiltJobs({
  instances,
  isInspected = false,
  now = SATURDAY_MORNING,
}: {
  instances: number;
  isInspected?: boolean;
  now?: number;
}) {
  const names = Array.from({ length: instances }, (_, instance) => `heavy-${instance}`);
  let log = "";
  const miniflare = new Miniflare({
    workers: [
      { ...COMMON, name: "bindings", modules: true, script: BINDINGS_WORKER, unsafeDirectSockets: [{}] },
      {
        name: "deliverer",
        modules: true,
        script: DELIVERER,
        compatibilityDate: COMMON.compatibilityDate,
        compatibilityFlags: ["service_binding_extra_handlers"],
        serviceBindings: Object.fromEntries(names.map((name) => [name, name])),
        unsafeDirectSockets: [{}],
      },
      ...names.map((name) => ({ ...COMMON, ...builtWorker("jobs-heavy", { now }), name })),
    ],
    cf: false,
    ...(isInspected ? { inspectorPort: 0 } : {}),
    handleRuntimeStdio: (stdout: Readable, errors: Readable) => {
      stdout.on("data", (bytes: Buffer) => {
        log += bytes.toString();
      });
      errors.pipe(process.stderr, { end: false });
    },
  });
  await miniflare.ready;
  const address = await miniflare.unsafeGetDirectURL("bindings");
  const d1 = openD1ByHttp(address, "DB");
  await createSchema(d1);
  const deliverer = await miniflare.unsafeGetDirectURL("deliverer");
  const dispose = () => miniflare.dispose();
  const database: TestDatabase = {
    ...{ d1, db: openDatabase(d1), store: openBucketByHttp(address, "STORE") },
    ...{ dispose, [Symbol.asyncDispose]: dispose },
  };
  return {
    database,
    /** Delivers the messages of jobs, all at once, each to an isolate. @returns whether each was acknowledged */
    async deliver(queue: QueueName, jobs: readonly { instance: number; jobId: string }[]): Promise<boolean[]> {
      const bodies = jobs.map(({ instance, jobId }) => {
        const body: JobMessage = { version: 1, type: "run-job", jobId };
        return { worker: names[instance], queue, body };
      });
      const answer = await fetch(deliverer, { method: "POST", body: JSON.stringify(bodies) });
      return (await answer.json()) as boolean[];
    },
    inspectorUrl: () => miniflare.getInspectorURL(),
    /** The events of the log so far. */
    events: () =>
      log
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as { event: string; jobId?: string; outcome?: string }),
    [Symbol.asyncDispose]: dispose,
  };
}
