/**
 * Samples a Worker's memory by its inspector until the input ends, then prints the greatest sum in bytes: heap,
 * buffers, and WebAssembly memories, which are looked up now and then. A separate program, because Node 20 has
 * WebSockets by an option only: node --experimental-websocket --import tsx sample-heap.ts INSPECTOR WORKER
 * LOOK_EVERY_MS
 */

import * as z from "zod";

const EVERY_MS = 100;
const [OTHER, PROTOTYPE, OBJECTS, SUM] = [1, 2, 3, 4];
const LOOK = "look";
const SUM_OF_BYTES = "function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }";

export interface HeapUse {
  samples: number;
  peak: number;
  heapAtPeak: number;
  wasmAtPeak: number;
}

const targetsSchema = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
const answerSchema = z.object({
  id: z.number(),
  result: z.object({
    usedSize: z.number().optional(),
    backingStorageSize: z.number().optional(),
    /** The result of an evaluation or of a call. */
    result: z.object({ objectId: z.string().optional(), value: z.number().optional() }).optional(),
    objects: z.object({ objectId: z.string() }).optional(),
  }),
});
const contextSchema = z.object({
  method: z.literal("Runtime.executionContextCreated"),
  params: z.object({ context: z.object({ id: z.number() }) }),
});

const [inspector = "", worker = "", lookEveryMs = ""] = process.argv.slice(2);
const targets = targetsSchema.parse(await (await fetch(new URL("/json", inspector))).json());
const target = targets.find(({ id }) => id.endsWith(worker));
if (target === undefined) throw new Error(`the inspector shows no Worker ${worker}`);
const socket = new WebSocket(target.webSocketDebuggerUrl);
await new Promise((resolve, reject) => {
  socket.addEventListener("open", resolve, { once: true });
  socket.addEventListener("error", reject, { once: true });
});

const send = (method: string, params = {}, id = OTHER) => socket.send(JSON.stringify({ id, method, params }));
const use: HeapUse = { samples: 0, peak: 0, heapAtPeak: 0, wasmAtPeak: 0 };
let heap = { usedSize: 0, backingStorageSize: 0 };
let wasm = 0;
let onWasm: () => void = () => undefined;
let contextId: number | null = null;
let isLooking = false;
socket.addEventListener("message", ({ data }) => {
  const message: unknown = JSON.parse(String(data));
  const created = contextSchema.safeParse(message);
  if (created.success) contextId = created.data.params.context.id;
  const answer = answerSchema.safeParse(message);
  if (!answer.success) return;
  const { usedSize, backingStorageSize = 0, result, objects } = answer.data.result;
  if (answer.data.id === PROTOTYPE)
    send("Runtime.queryObjects", { prototypeObjectId: result?.objectId, objectGroup: LOOK }, OBJECTS);
  if (answer.data.id === OBJECTS) {
    const call = { objectId: objects?.objectId, functionDeclaration: SUM_OF_BYTES, returnByValue: true };
    send("Runtime.callFunctionOn", call, SUM);
  }
  if (answer.data.id === SUM) {
    wasm = result?.value ?? 0;
    // The inspector would keep what it has shown alive.
    send("Runtime.releaseObjectGroup", { objectGroup: LOOK });
    note();
    isLooking = false;
    onWasm();
  }
  if (usedSize === undefined) return;
  use.samples += 1;
  heap = { usedSize, backingStorageSize };
  note();
});

function note(): void {
  const sum = heap.usedSize + heap.backingStorageSize + wasm;
  if (sum <= use.peak) return;
  use.peak = sum;
  use.heapAtPeak = heap.usedSize;
  use.wasmAtPeak = wasm;
}

function lookForWasm(): void {
  // A training stands still while looks overlap.
  if (contextId === null || isLooking) return;
  isLooking = true;
  send("Runtime.evaluate", { contextId, expression: "WebAssembly.Memory.prototype", objectGroup: LOOK }, PROTOTYPE);
}

send("Runtime.enable");
const timer = setInterval(() => send("Runtime.getHeapUsage"), EVERY_MS);
const wasmTimer = setInterval(lookForWasm, Number(lookEveryMs));

process.stdin.resume();
await new Promise((resolve) => process.stdin.once("end", resolve));
clearInterval(timer);
clearInterval(wasmTimer);
// What was used last may have come since the last look: the heap as it is, before the look collects its garbage.
const looked = new Promise<void>((resolve) => {
  onWasm = resolve;
});
send("Runtime.getHeapUsage");
lookForWasm();
await looked;
console.log(JSON.stringify(use));
process.exit();
