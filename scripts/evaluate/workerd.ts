import { readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { listWorkerds } from "#scripts/bench/pages/process-cpu.ts";
import type { LocalFile } from "#scripts/import/client.ts";
import { ensureKernel } from "#scripts/kernel.mjs";
import { temporaryFolder } from "#scripts/temporary-folder.ts";
import { bundleOptions, bundleWorker } from "./bundle.ts";
import type { Answers, Requests } from "./protocol.ts";
import { createSchema } from "./schema.ts";

export type EvaluationWorker = Awaited<ReturnType<typeof startWorker>>;

/** Bundles the Worker and starts it in workerd on an empty, migrated database. */
export async function startWorker() {
  const { path: folder } = temporaryFolder("evaluate");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  const bundle = path.join(folder, "bundle");
  ensureKernel();
  bundleWorker(path.join(import.meta.dirname, "wrangler.toml"), bundle);
  const before = new Set(listWorkerds());
  const miniflare = new Miniflare({
    ...bundleOptions(bundle, "worker.js"),
    d1Databases: ["DB"],
    r2Buckets: ["STORE"],
    d1Persist: path.join(folder, "d1"),
    r2Persist: path.join(folder, "r2"),
    handleRuntimeStdio: (stdout: Readable, errors: Readable) => {
      stdout.pipe(process.stderr, { end: false });
      errors.pipe(process.stderr, { end: false });
    },
  });
  const dispose = () => miniflare.dispose();
  try {
    await createSchema((await miniflare.getD1Database("DB")) as unknown as D1Database);
    await (await miniflare.dispatchFetch("http://evaluate/")).text();
  } catch (error) {
    await dispose();
    throw error;
  }
  const pid = listWorkerds().find((candidate) => !before.has(candidate)) ?? null;
  const atStart = pid === null ? null : readMemory(pid, "VmRSS");
  let uploads = 0;
  return {
    async ask<Path extends keyof Requests>(route: Path, body: Requests[Path]): Promise<Answers[Path]> {
      const response = await miniflare.dispatchFetch(`http://evaluate${route}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as { error?: string };
      if (!response.ok) throw new Error(answer.error ?? `${route} responded with ${response.status}`);
      return answer as Answers[Path];
    },
    async upload(file: LocalFile): Promise<string> {
      const key = `uploads/${uploads++}`;
      const body = readFileSync(file.path);
      const url = `http://evaluate/${key}?bytes=${body.byteLength}`;
      const response = await miniflare.dispatchFetch(url, { method: "PUT", body });
      if (!response.ok) throw new Error(`${file.name} was not accepted: ${await response.text()}`);
      return key;
    },
    async openFeatures(): Promise<FeatureStore> {
      return createFeatureStore(withByteStreams((await miniflare.getR2Bucket("STORE")) as unknown as R2Bucket));
    },
    /** Rise of workerd's resident memory above its start; null if the system does not report it (Linux does). */
    peakMemoryBytes(): number | null {
      const peak = pid === null ? null : readMemory(pid, "VmHWM");
      return peak === null || atStart === null ? null : Math.max(0, peak - atStart);
    },
    [Symbol.asyncDispose]: dispose,
  };
}

/** Outside workerd, Miniflare's bodies are no byte streams, which columns are read as. */
function withByteStreams(bucket: R2Bucket): Pick<R2Bucket, "get"> {
  const get = async (key: string, options?: R2GetOptions) => {
    const object = await bucket.get(key, options);
    return (
      object && new Proxy(object, { get: (target, name) => (name === "body" ? bodyOf(target) : read(target, name)) })
    );
  };
  const read = (object: R2ObjectBody, name: string | symbol) => {
    const member: unknown = Reflect.get(object, name);
    return typeof member === "function" ? member.bind(object) : member;
  };
  const bodyOf = (object: R2ObjectBody) =>
    new ReadableStream({
      type: "bytes",
      async start(controller) {
        controller.enqueue(new Uint8Array(await object.arrayBuffer()));
        controller.close();
      },
    });
  return { get } as Pick<R2Bucket, "get">;
}

function readMemory(pid: number, field: "VmRSS" | "VmHWM"): number | null {
  try {
    const match = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match === null ? null : Number(match[1]) * 1024;
  } catch {
    return null;
  }
}
