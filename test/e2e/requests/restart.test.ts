import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { newStateDir, startTestSite } from "#test/e2e/support/site.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** Pids of the site's process group, as the state folder names it; of all its programs, or of one. */
function processGroup(stateDir: string, program = ""): number[] {
  const group = readFileSync(path.join(stateDir, "process-group"), "utf8").trim();
  return execFileSync("ps", ["-A", "-o", "pid=,pgid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, pgid, ...args]) => pgid === group && args.join(" ").includes(program))
    .map(([pid]) => Number(pid));
}

/** Kills workerd when the import of the sample has begun, long before it can be done. @returns the killed pids */
async function killWorkerdDuringImport(stateDir: string): Promise<number[]> {
  const sample = path.join(stateDir, "sample");
  const command = `scripts/import/main.ts ${sample}`;
  // The folder comes first: to look for it costs less than to list all processes.
  const isImporting = () =>
    existsSync(sample) && execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" }).includes(command);
  await expect.poll(isImporting, { timeout: 120_000, intervals: [50] }).toBe(true);
  const pids = processGroup(stateDir, "workerd serve");
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids;
}

/** What a start says that must not come up beside the running one; it must end by itself, with code 1. */
async function refusedStart(environment: Record<string, string>): Promise<string> {
  const own = mkdtempSync(path.join(os.tmpdir(), "keiba-refused-"));
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, STATE_DIR: own, PORT: "8999", SAMPLE: "none", ...environment },
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  rmSync(own, { recursive: true, force: true });
  expect(code).toBe(1);
  return output;
}

/** A session of the site at this address: tokens are the site's own, and the second start has another port. */
async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/token`, {
    method: "POST",
    body: new URLSearchParams({ username: "standard@demo.example", password: DEMO_PASSWORD }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Subscriptions by id, as the site's stand-in for Stripe knows them. */
async function subscriptions(stripeUrl: string): Promise<Record<string, string>> {
  const { world } = (await (await fetch(`${stripeUrl}/_control/state`)).json()) as {
    world: { subscriptions: Record<string, { status: string }> };
  };
  return Object.fromEntries(Object.entries(world.subscriptions).map(([id, { status }]) => [id, status]));
}

async function api(url: string, token: string, pathname: string, body?: unknown) {
  const answer = await fetch(`${url}/api${pathname}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test("a training whose site was killed goes on after the next start, and nothing of the dead site is left", async () => {
  test.setTimeout(240_000);
  const stateDir = newStateDir();
  // Without the demo's forty trainings: they are resumed like this one, and only take its processor.
  const env = { DEMO_MODELS: "none" };
  const options = { appNow: "2026-11-21T10:00:00+09:00", sample: "small", stateDir, env } as const;
  const first = await startTestSite(options);
  try {
    const token = await logIn(first.url);
    const [sameState, samePort] = await Promise.all([
      refusedStart({ STATE_DIR: stateDir }),
      refusedStart({ PORT: new URL(first.url).port }),
    ]);
    expect(sameState).toMatch(/is in use by the site of process \d+/);
    expect(samePort).toMatch(/Port \d+ is in use/);

    const bought = await subscriptions(first.stripeUrl);
    expect(Object.values(bought).sort()).toEqual([...Array<string>(5).fill("active"), "canceled"]);
    const stripePid = Number(readFileSync(path.join(stateDir, "stripe", "pid"), "utf8"));

    const orphans = processGroup(stateDir);
    expect(orphans.length).toBeGreaterThan(1);

    const created = await api(first.url, token, "/models", {
      name: "途中で止まる",
      venue_type: 1,
      feature: { static: ["騎手"], average: { rank: { race_customize: ["all"], race_num: [-1, 3] } } },
    });
    expect(created.status).toBe(201);
    // Killed as by a power cut: no signal handler runs, the parent first, so that its children are orphans.
    first.kill();

    const second = await startTestSite(options);
    try {
      for (const pid of [...orphans, stripePid]) expect(() => process.kill(pid, 0)).toThrow();
      // Who was paying goes on, and an open payment page keeps its address.
      expect(second.stripeUrl).toBe(first.stripeUrl);
      expect(await subscriptions(second.stripeUrl)).toEqual(bought);
      const newToken = await logIn(second.url);
      let status: unknown = null;
      for (let tries = 0; tries < 120 && status !== 2; tries++) {
        status = (await api(second.url, newToken, `/models/${created.body.model_id}`)).body.status;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      expect(status).toBe(2);
    } finally {
      await second.stop();
    }
    expect(() => processGroup(stateDir)).toThrow();
    await expect(subscriptions(first.stripeUrl)).rejects.toThrow();
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
});

test("a first start gets ready though workerd dies while its races are being loaded", async () => {
  test.setTimeout(240_000);
  const stateDir = mkdtempSync(path.join(os.tmpdir(), "keiba-restart-"));
  try {
    const [site, killed] = await Promise.all([
      startTestSite({ appNow: "2026-11-21T10:00:00+09:00", sample: "small", stateDir }),
      killWorkerdDuringImport(stateDir),
    ]);
    try {
      expect(killed.length).toBeGreaterThan(0);
      expect(processGroup(stateDir, "workerd serve")).not.toContain(killed[0]);
      const health = (await (await fetch(`${site.url}/healthz`)).json()) as { data_version: unknown };
      expect(health.data_version).toBeTruthy();
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
});
