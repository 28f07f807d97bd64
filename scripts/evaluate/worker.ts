import { NO_BILLING } from "#app/adapters/billing.server.ts";
import { createOutboxSender } from "#app/adapters/mail.server.ts";
import { NO_PASSWORDS } from "#app/adapters/password-hash.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { insertDevMail } from "#app/db/jobs/dev-mails.server.ts";
import { readOperator } from "#app/domain/operator.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { createImport, getImportProgress, receiveFile, startImport } from "#app/services/imports/imports.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { create as createModel } from "#app/services/models/models.server.ts";
import { handlers } from "#workers/jobs/handlers.ts";
import kernel from "../../.kernel/trees.wasm";
import { measure } from "./measure.ts";
import type { Answers, Requests } from "./protocol.ts";
import { walk } from "./walk.ts";

export interface Env {
  DB: D1Database;
  STORE: R2Bucket;
}

/** The admin's plan, whose limits never interfere. */
const USER = { id: 1, plan: 0 };

type Handlers = { [Path in keyof Requests]: (env: Env, body: Requests[Path]) => Promise<Answers[Path]> };

const answers: Handlers = {
  async "/import"(env, { files }) {
    const deps = createDeps(env, systemClock());
    const { importId } = await createImport(deps, { source: "real" });
    for (const { name, key, bytes } of files) {
      const object = await env.STORE.get(key);
      if (object === null) throw new Error(`${key} is not in the store`);
      const result = await receiveFile(deps, { importId, name, bytes, body: object.body });
      if (result.kind === "refused") throw new Error(`${name}: ${result.reason}`);
      await env.STORE.delete(key);
    }
    const started = await startImport(deps, { importId });
    if (started.kind === "refused") throw new Error(started.reason);
    return { importId };
  },

  async "/import-result"(env, { importId }) {
    const record = await getImportProgress(createDeps(env, systemClock()), { importId });
    if (record === null) throw new Error(`import ${importId} is unknown`);
    return { status: record.status, errors: record.errors, errorCount: record.errorCount };
  },

  async "/run"(env, { kind, clock }) {
    const job = await env.DB.prepare(
      "select id from jobs where kind = ? and status in ('queued', 'running') order by created_at limit 1",
    )
      .bind(kind)
      .first<{ id: string }>();
    if (job === null) return { outcome: "done", error: null };
    const yieldToEventLoop = () => scheduler.wait(0);
    const outcome = await runJob(createDeps(env, clock), handlers, { jobId: job.id, yieldToEventLoop });
    const row = await env.DB.prepare("select status, error from jobs where id = ?")
      .bind(job.id)
      .first<{ status: string; error: string | null }>();
    if (outcome === "retried") return { outcome: "failed", error: "the job threw; see the log above" };
    const isOver = row?.status === "done" || row?.status === "failed";
    return {
      outcome: isOver && row.status === "failed" ? "failed" : isOver ? "done" : "again",
      error: row?.error ?? null,
    };
  },

  async "/model"(env, { choice, learner, clock }) {
    const deps = createDeps(env, clock);
    await env.DB.prepare(
      `insert into users (id, email, name, password_hash, plan, created_at)
       values (?1, 'evaluate@example.com', 'evaluate', 'none', ?2, ?3) on conflict do nothing`,
    )
      .bind(USER.id, USER.plan, clock)
      .run();
    const created = await createModel(deps, {
      user: USER,
      name: "evaluate",
      venueType: 1,
      choice,
      formKey: "evaluate",
    });
    if (created.kind === "refused") throw new Error(`the choice of features is refused: ${created.reason}`);
    await env.DB.prepare("update jobs set payload = ?2 where kind = 'train-model' and subject = ?1")
      .bind(String(created.modelId), JSON.stringify({ learner }))
      .run();
    return { modelId: created.modelId };
  },

  "/walk": (env, body) => walk(env, kernel, body),

  async "/measure"(env, { modelId, testUntil, withPredictions }) {
    const model = await env.DB.prepare("select artifact_key as artifactKey, details from models where id = ?")
      .bind(modelId)
      .first<{ artifactKey: string | null; details: string | null }>();
    if (model?.artifactKey == null) throw new Error("the model is not complete");
    return measure(env, { artifactKey: model.artifactKey, details: model.details, testUntil, withPredictions });
  },
};

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/") return new Response("ready");
    if (request.method === "PUT" && request.body !== null) {
      // R2 requires the length in advance.
      const body = request.body.pipeThrough(new FixedLengthStream(Number(searchParams.get("bytes"))));
      await env.STORE.put(pathname.slice(1), body);
      return new Response(null, { status: 204 });
    }
    const answer = (answers as Record<string, (env: Env, body: unknown) => Promise<unknown>>)[pathname];
    if (answer === undefined) return new Response(null, { status: 404 });
    try {
      return Response.json(await answer(env, await request.json()));
    } catch (error) {
      return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 500 });
    }
  },
} satisfies ExportedHandler<Env>;

function systemClock(): number {
  return Math.floor(Date.now() / 1000);
}

/** Jobs are run by request, so messages are dropped. @param clock fixed time of the services, unix seconds */
function createDeps(env: Env, clock: number): Deps {
  const send = async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } });
  const nowhere = { send, sendBatch: send };
  const db = openDatabase(env.DB);
  return {
    db,
    store: env.STORE,
    queues: { train: nowhere, score: nowhere, background: nowhere, ingest: nowhere, notify: nowhere, push: nowhere },
    passwords: NO_PASSWORDS,
    kernel,
    billing: NO_BILLING,
    floodLimits: { doors: null, calls: null },
    mail: createOutboxSender((mail) => insertDevMail(db, mail)),
    now: () => clock,
    machineNow: () => clock,
    clockSpeed: 1,
    newId: () => crypto.randomUUID(),
    config: {
      environment: "development",
      publicUrl: "http://127.0.0.1",
      coversSubdomains: false,
      sessionSecret: "",
      adminToken: "",
      mailFrom: "",
      paymentOrigin: "",
      signUpNoticeUrl: null,
      witnesses: [],
      alertUrl: null,
      alertMail: null,
      push: null,
      contactUrl: null,
      officialAccountUrl: null,
      operator: readOperator({}),
    },
  };
}
