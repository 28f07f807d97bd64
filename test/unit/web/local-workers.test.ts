import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { superviseWorkers } from "#scripts/local/workers.mjs";

/** Stands in for the process of the Workers: at its n-th start it does the n-th word of its plan. */
const PROGRAM = `
import { appendFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
const [port, starts, ...plan] = process.argv.slice(2);
appendFileSync(starts, "x");
const part = plan[readFileSync(starts, "utf8").length - 1] ?? "serves";
console.error("this one " + part);
if (part === "dies") process.kill(process.pid, "SIGKILL");
const server = createServer((_, answer) => answer.end()).listen(Number(port), "127.0.0.1");
// Alive, without an answer.
process.on("SIGUSR2", () => { server.close(); server.closeAllConnections(); });
setInterval(() => {}, 1000);
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Long enough that no check comes between a death and the news of it. */
const NO_CHECK_MS = 60_000;

async function supervise({ plan = [], checkEveryMs = NO_CHECK_MS }: { plan?: string[]; checkEveryMs?: number } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keiba-workers-"));
  const program = path.join(folder, "program.mjs");
  writeFileSync(program, PROGRAM);
  const port = await freePort();
  const said: string[] = [];
  const pids: number[] = [];
  const onRestart = vi.fn();
  const onLost = vi.fn<(error: Error) => void>();
  const url = `http://127.0.0.1:${port}`;
  const starting = superviseWorkers({
    command: [process.execPath, program, String(port), path.join(folder, "starts"), ...plan],
    url,
    checkEveryMs,
    onSpawn: (pid) => pids.push(pid),
    onRestart,
    onLost,
    say: (text) => said.push(text),
  });
  onTestFinished(async () => {
    await starting.then(
      (workers) => workers.stop(),
      () => undefined,
    );
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    rmSync(folder, { recursive: true, force: true });
  });
  const kill = (signal: NodeJS.Signals) => process.kill(pids.at(-1) ?? Number.NaN, signal);
  const starts = () => readFileSync(path.join(folder, "starts"), "utf8").length;
  return { starting, url, said, pids, kill, starts, onRestart, onLost };
}

test("a process that dies while it starts is started again, and why is said", async () => {
  const { starting, url, said, starts, onRestart } = await supervise({ plan: ["dies", "dies", "serves"] });
  await starting;
  expect((await fetch(url)).status).toBe(200);
  const line = "The site did not start: its process ended with SIGKILL.\nthis one dies\nIt is started again.";
  expect(said).toEqual([line, line]);
  expect(starts()).toBe(3);
  expect(onRestart).not.toHaveBeenCalled();
});

test("a start is given up after three processes that died", async () => {
  const { starting, starts } = await supervise({ plan: ["dies", "dies", "dies"] });
  await expect(starting).rejects.toThrow(
    "The site did not start: its process ended with SIGKILL.\nthis one dies\nIt is given up.",
  );
  expect(starts()).toBe(3);
});

test("a process that is killed, and killed again during its restart, is up again at once", async () => {
  const { starting, url, said, kill, starts, onRestart, onLost } = await supervise({
    plan: ["serves", "dies", "serves"],
  });
  await starting;
  kill("SIGKILL");
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect((await fetch(url)).status).toBe(200);
  expect(said[0]).toBe(
    "The site stopped responding: restarting it.\nReason: its process ended with SIGKILL.\nthis one serves",
  );
  expect([said.length, starts()]).toEqual([2, 3]);
  // And once more, after the restart that failed once.
  kill("SIGKILL");
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  expect(onLost).not.toHaveBeenCalled();
});

test("a process that cannot be started again is reported as lost", async () => {
  const { starting, kill, onLost, onRestart } = await supervise({ plan: ["serves", "dies", "dies", "dies"] });
  const { surviveRestart } = await starting;
  const step = surviveRestart(async () => {
    kill("SIGKILL");
    throw new Error("the step failed");
  });
  const refused = expect(step).rejects.toThrow("the step failed");
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(onLost.mock.calls[0]?.[0].message).toContain("It is given up.");
  expect(onRestart).not.toHaveBeenCalled();
  await (await starting).stop();
  await refused;
});

test("a process that no longer responds is described at each check, then replaced", async () => {
  const { starting, url, said, kill, onRestart } = await supervise({ checkEveryMs: 20 });
  await starting;
  kill("SIGUSR2");
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect((await fetch(url)).status).toBe(200);
  expect(said.slice(0, 3).map((text) => text.split("\n")[0])).toEqual(
    [1, 2, 3].map((count) => `The site did not respond to a health check (${count} in a row).`),
  );
  expect(said[0]).toMatch(
    /^Node\.js \d+: state [A-Z], [\d.]+ s of processor time; busiest threads: \S+ [A-Z] [\d.]+ s/m,
  );
  expect(said[3]).toContain("Reason: 3 health checks failed.");
});

test("a step is repeated if the site died during it, and else fails", async () => {
  const { starting, kill } = await supervise();
  const { surviveRestart } = await starting;
  let tries = 0;
  const step = async () => {
    tries += 1;
    if (tries > 1) return "done";
    kill("SIGKILL");
    throw new Error("the connection was lost");
  };
  expect(await surviveRestart(step)).toBe("done");
  await expect(surviveRestart(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(tries).toBe(2);
});

test("a step is repeated if its connection was lost, a few times at most", async () => {
  const { starting, onRestart } = await supervise();
  const { surviveRestart } = await starting;
  const lost = new TypeError("fetch failed");
  const step = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValueOnce("done");
  expect(await surviveRestart(step)).toBe("done");
  const hopeless = vi.fn(() => Promise.reject(lost));
  await expect(surviveRestart(hopeless)).rejects.toThrow("fetch failed");
  expect([step, hopeless, onRestart].map(({ mock }) => mock.calls.length)).toEqual([2, 3, 0]);
});
