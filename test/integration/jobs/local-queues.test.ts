import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { WRANGLER_ENVIRONMENT } from "#scripts/prepare.mjs";

const WAIT = { timeout: 10_000, interval: 50 };
const ROOT = path.resolve(import.meta.dirname, "../../..");

/** A queue whose messages occupy the processor for a given time; it records the consumed ones. */
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

/** Node closes idle connections after seconds by default; here much sooner, unless the site's script forbids it. Reports each. */
const IDLE_MS = 200;
const CLOSE_SOON = `
const seen = new WeakSet();
require("node:diagnostics_channel").subscribe("http.server.request.start", ({ socket }) => {
  process.send("used");
  if (seen.has(socket)) return;
  seen.add(socket);
  const setTimeout = socket.setTimeout.bind(socket);
  socket.setTimeout = (ms, ...then) => setTimeout(Math.min(ms, ${IDLE_MS}), ...then);
  socket.once("close", () => process.send("closed"));
});
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
  const closeSoon = path.join(folder, "close-soon.cjs");
  writeFileSync(worker, WORKER);
  writeFileSync(closeSoon, CLOSE_SOON);
  const queues = {
    producers: [{ binding: "QUEUE", queue: "work" }],
    consumers: [{ queue: "work", max_batch_size: 1, max_batch_timeout: 0 }],
  };
  writeFileSync(config, JSON.stringify({ name: "worker", main: worker, compatibility_date: "2026-04-01", queues }));
  const port = await freePort();
  const site = spawn(
    process.execPath,
    ["--require", closeSoon, "scripts/local/serve-workers.mjs", String(port), folder, config],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, ...WRANGLER_ENVIRONMENT },
    },
  );
  const connections: unknown[] = [];
  site.on("message", (message) => connections.push(message));
  onTestFinished(async () => {
    const ended = new Promise((resolve) => site.once("exit", resolve));
    site.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const taken = async (): Promise<number[]> => (await fetch(url)).json();
  await vi.waitFor(taken, { timeout: 60_000, interval: 100 });
  return { connections, taken, send: (ms: number) => fetch(url, { method: "POST", body: String(ms) }) };
}

test("a local queue goes on after work during which a connection to Node was idle for long", {
  tags: "full",
}, async () => {
  const { connections, taken, send } = await serve();
  // The queue's end is logged through Node, which closes what was idle for a while, here during work.
  await send(1);
  await sleep(IDLE_MS / 2);
  await send(4 * IDLE_MS);
  await vi.waitFor(async () => expect(await taken()).toEqual([1, 4 * IDLE_MS]), WAIT);
  await send(2);
  await vi.waitFor(async () => expect(await taken()).toEqual([1, 4 * IDLE_MS, 2]), WAIT);
  await vi.waitFor(() => expect(connections).toEqual(["used", "used", "used"]), WAIT);
});
