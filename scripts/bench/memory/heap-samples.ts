import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { HeapUse } from "./sample-heap.ts";

export interface MemoryFigures extends HeapUse {
  what: string;
}

const LOOK_EVERY_MS = 2_000;

/**
 * Samples a Worker's memory ten times a second.
 * @param options inspector: Miniflare's; worker: its name; lookEveryMs: for WebAssembly, which collects garbage
 * @returns a function that ends the samples
 */
export function sampleHeap({
  inspector,
  worker,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  inspector: URL;
  worker: string;
  lookEveryMs?: number;
}): () => Promise<HeapUse> {
  const program = path.join(import.meta.dirname, "sample-heap.ts");
  const child = spawn(
    process.execPath,
    ["--experimental-websocket", "--import", "tsx", program, `http://${inspector.host}`, worker, String(lookEveryMs)],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const output = text(child.stdout);
  return async () => {
    child.stdin.end();
    return JSON.parse(await output) as HeapUse;
  };
}

/** Limits V8's heap in the workerds that Miniflare starts from now on: a local one has no limit, and collects late. */
export function limitHeap(mib: number): void {
  const { resolve } = createRequire(import.meta.url);
  const { default: workerd } = createRequire(resolve("miniflare"))("workerd") as { default: string };
  const limited = path.join(import.meta.dirname, "limited-workerd.sh");
  Object.assign(process.env, { WORKERD: workerd, HEAP_MIB: String(mib), MINIFLARE_WORKERD_PATH: limited });
}
