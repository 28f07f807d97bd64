import { readFileSync } from "node:fs";
import { Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { serialiseTrees } from "#app/domain/learning/trees/tree-bytes.ts";
import { ensureKernel } from "#scripts/kernel.mjs";
import type { TrainingRequest } from "#test/integration/support/imports/trees-worker.ts";
import { bundleWorker } from "#test/integration/support/workerd/bundle-worker.ts";
import { makeTreeTask, trainByKernel } from "#test/unit/support/tree-tasks.ts";

const WORKER = "test/integration/support/imports/trees-worker.ts";

test("a Worker trains with the kernel as its module, with the same bytes as Node", async () => {
  const miniflare = new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.js", contents: await bundleWorker(WORKER) },
      { type: "CompiledWasm", path: "trees.wasm", contents: readFileSync(ensureKernel()) },
    ],
    compatibilityDate: "2026-04-01",
  });
  try {
    const task = makeTreeTask({
      raceCount: 300,
      featureCount: 12,
      settings: { trees: 20, leaves: 31, raceShare: 0.7, featureShare: 0.5, placeWeights: [1, 0.5, 0] },
    });
    const body: TrainingRequest = {
      raceStart: [...task.races.raceStart],
      place: [...task.races.place],
      features: task.features.map((codes) => [...codes]),
      startScores: task.startScores === null ? null : Array.from(task.startScores),
      settings: task.settings,
    };
    const response = await miniflare.dispatchFetch("http://trees/", { method: "POST", body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes).toEqual(serialiseTrees(await trainByKernel(task)));
    expect(Number(response.headers.get("x-breaths"))).toBeGreaterThan(0);
  } finally {
    await miniflare.dispose();
  }
});
