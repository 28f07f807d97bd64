/**
 * Samples a Worker's memory, heap and the buffers behind it, by its inspector, until the input ends; then prints the
 * greatest in bytes. A program of its own, as Node 20 has WebSockets by an option only, and so that it is never late.
 *
 * node --experimental-websocket --import tsx sample-heap.ts INSPECTOR [PROFILE]
 */

import { writeFileSync } from "node:fs";
import * as z from "zod";

const EVERY_MS = 100;
const PROFILE_EVERY_US = 1000;
const [START, STOP] = [1, 2];

export interface HeapUse {
  samples: number;
  /** In bytes: the greatest sum, and of it the heap. */
  peak: number;
  heapAtPeak: number;
}

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const answerSchema = z.object({
  id: z.number(),
  result: z.object({
    usedSize: z.number().optional(),
    backingStorageSize: z.number().optional(),
    profile: z.unknown().optional(),
  }),
});

const [inspector = "", profileFile] = process.argv.slice(2);
const [target] = targetsSchema.parse(await (await fetch(new URL("/json", inspector))).json());
if (target === undefined) throw new Error("the inspector shows no Worker");
const socket = new WebSocket(target.webSocketDebuggerUrl);
await new Promise((resolve, reject) => {
  socket.addEventListener("open", resolve, { once: true });
  socket.addEventListener("error", reject, { once: true });
});

const OTHER = 3;
const send = (method: string, params = {}, id = OTHER) => socket.send(JSON.stringify({ id, method, params }));
const use: HeapUse = { samples: 0, peak: 0, heapAtPeak: 0 };
let endProfile: (profile: unknown) => void = () => undefined;
socket.addEventListener("message", ({ data }) => {
  const answer = answerSchema.safeParse(JSON.parse(String(data)));
  if (!answer.success) return;
  const { usedSize, backingStorageSize = 0, profile } = answer.data.result;
  if (answer.data.id === STOP) endProfile(profile);
  if (usedSize === undefined) return;
  use.samples += 1;
  if (usedSize + backingStorageSize <= use.peak) return;
  use.peak = usedSize + backingStorageSize;
  use.heapAtPeak = usedSize;
});
if (profileFile !== undefined) {
  send("Profiler.enable");
  send("Profiler.setSamplingInterval", { interval: PROFILE_EVERY_US });
  send("Profiler.start", {}, START);
}
const timer = setInterval(() => send("Runtime.getHeapUsage"), EVERY_MS);

process.stdin.resume();
await new Promise((resolve) => process.stdin.once("end", resolve));
clearInterval(timer);
if (profileFile !== undefined) {
  const ended = new Promise<unknown>((resolve) => {
    endProfile = resolve;
  });
  send("Profiler.stop", {}, STOP);
  writeFileSync(profileFile, JSON.stringify(await ended));
}
console.log(JSON.stringify(use));
process.exit();
