import { readFileSync } from "node:fs";
import path from "node:path";
import { Miniflare } from "miniflare";
import { build, type Rollup } from "vite";
import type { TreeModel } from "#app/domain/learning/trees/tree.ts";
import { parseTrees } from "#app/domain/learning/trees/tree-bytes.ts";
import { cpuSeconds, listWorkerds } from "#scripts/bench/pages/process-cpu.ts";
import { ensureKernel } from "#scripts/kernel.mjs";
import type { TrainingRequest } from "./trees-worker.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

export interface TreesWorker extends AsyncDisposable {
  /** @returns the model, and all processor seconds that workerd spent on the request */
  train(request: TrainingRequest): Promise<{ model: TreeModel; seconds: number }>;
}

/** Starts a workerd for training trees. @throws if the system does not report a process's time (Linux does) */
export async function startTreesWorker(): Promise<TreesWorker> {
  const built = (await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    build: {
      ssr: "scripts/bench/learner/trees-worker.ts",
      write: false,
      target: "es2022",
      rollupOptions: { external: [/\.wasm$/] },
    },
    ssr: { target: "webworker", noExternal: true },
  })) as Rollup.RollupOutput;
  const miniflare = new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.js", contents: built.output[0].code },
      { type: "CompiledWasm", path: "trees.wasm", contents: readFileSync(ensureKernel()) },
    ],
    compatibilityDate: "2026-04-01",
  });
  await miniflare.ready;
  const pid = listWorkerds()[0] ?? null;
  const spent = () => {
    const seconds = cpuSeconds(pid);
    if (seconds === null) throw new Error("this system does not tell how much time workerd has spent");
    return seconds;
  };
  return {
    async train(request) {
      const before = spent();
      const response = await miniflare.dispatchFetch("http://trees/", {
        method: "POST",
        body: JSON.stringify(request),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (!response.ok) throw new Error(`the Worker answered ${response.status}: ${new TextDecoder().decode(bytes)}`);
      return { model: parseTrees(bytes), seconds: spent() - before };
    },
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}
