import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { WRANGLER_ENVIRONMENT } from "#scripts/prepare.mjs";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Puts on a queue how long its message keeps the processor, and tells which have been taken. */
const WORKER = `
const taken = [];
export default {
  async fetch(request, env) {
    if (request.method === "POST") await env.QUEUE.send(Number(await request.text()), { contentType: "json" });
    return Response.json(taken);
  },
  async queue({ messages }) {
    for (const { body } of messages) {
      const until = Date.now() + body;
      while (Date.now() < until);
      taken.push(body);
    }
  },
};
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : Number.NaN;
}

async function serve() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keiba-queues-"));
  const worker = path.join(folder, "worker.js");
  const config = path.join(folder, "worker.json");
  writeFileSync(worker, WORKER);
  const queues = {
    producers: [{ binding: "QUEUE", queue: "work" }],
    consumers: [{ queue: "work", max_batch_size: 1, max_batch_timeout: 0 }],
  };
  writeFileSync(config, JSON.stringify({ name: "worker", main: worker, compatibility_date: "2026-04-01", queues }));
  const port = await freePort();
  const site = spawn(process.execPath, ["scripts/serve-workers.mjs", String(port), folder, config], {
    cwd: ROOT,
    stdio: "ignore",
    env: { ...process.env, ...WRANGLER_ENVIRONMENT },
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => site.once("exit", resolve));
    site.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const taken = async (): Promise<number[]> => (await fetch(url)).json();
  await vi.waitFor(taken, { timeout: 30_000, interval: 100 });
  return { taken, send: (ms: number) => fetch(url, { method: "POST", body: String(ms) }) };
}

test("a local queue goes on after work during which a connection to Node was idle for long", async () => {
  const { taken, send } = await serve();
  // The queue's end is logged through Node, which by default closes what was idle for five seconds, here during work.
  await send(1);
  await sleep(4_500);
  await send(2_000);
  await sleep(3_500);
  await send(2);
  await vi.waitFor(async () => expect(await taken()).toEqual([1, 2_000, 2]), { timeout: 5_000, interval: 100 });
});
