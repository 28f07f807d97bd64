import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { RACE_CUSTOMIZES, RACE_NUMS } from "#app/domain/features/choice.ts";
import { newStateDir, startTestSite, type TestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** Within which all that was interrupted must have ended. */
const RECOVERY_MS = 120_000;

/** So many columns that a training takes seconds: a kill at its beginning is one in the middle. */
const MANY_FEATURES = {
  static: ["騎手"],
  average: Object.fromEntries(
    ["prize", "margin", "rank", "first_corner", "final_corner"].map((kind) => [
      kind,
      { race_customize: RACE_CUSTOMIZES, race_num: RACE_NUMS },
    ]),
  ),
};

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
  await expect.poll(isImporting, { timeout: 240_000, intervals: [50] }).toBe(true);
  return killWorkerd(stateDir);
}

/** @returns the killed pids */
function killWorkerd(stateDir: string): number[] {
  const pids = processGroup(stateDir, "workerd serve");
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return pids;
}

/** How often a model's training was begun, and whether it goes on; null while the site does not respond. */
async function trainingOf(stateDir: string, modelId: unknown) {
  const { DB } = openSiteBindings(stateDir);
  const query = "select status, attempts from jobs where kind = 'train-model' and subject = ?";
  const read = DB.prepare(query).bind(String(modelId)).first<{ status: string; attempts: number }>();
  return await read.catch(() => null);
}

/** Kills workerd as soon as a training is under way. @returns the killed pids */
async function killWorkerdDuringTraining(stateDir: string, modelId: unknown, attempt: number): Promise<number[]> {
  await untilTraining(stateDir, modelId, attempt);
  return killWorkerd(stateDir);
}

/** Waits until a training has begun for this time. */
async function untilTraining(stateDir: string, modelId: unknown, attempt: number): Promise<void> {
  const underWay = { status: "running", attempts: attempt };
  await expect.poll(() => trainingOf(stateDir, modelId), { timeout: 60_000, intervals: [20] }).toEqual(underWay);
}

/** Kills the workerd that takes the place of a killed one as soon as it is there. */
async function killNextWorkerd(stateDir: string, killed: readonly number[]): Promise<void> {
  const next = () => processGroup(stateDir, "workerd serve").filter((pid) => !killed.includes(pid));
  await expect.poll(next, { timeout: 60_000, intervals: [20] }).not.toEqual([]);
  killWorkerd(stateDir);
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
    body: new URLSearchParams({ username: "unlimited@demo.example", password: DEMO_PASSWORD }),
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

/** Orders a model whose training takes seconds. @returns its id */
async function newModel(url: string, token: string, name: string): Promise<unknown> {
  const created = await api(url, token, "/models", { name, venue_type: 1, feature: MANY_FEATURES });
  expect(created.status).toBe(201);
  return created.body.model_id;
}

/** Waits for the end of a training, over restarts of the site. */
async function expectTrained(url: string, token: string, modelId: unknown): Promise<void> {
  const statusOf = () =>
    api(url, token, `/models/${modelId}`).then(
      ({ body }) => body.status,
      () => null,
    );
  await expect.poll(statusOf, { timeout: RECOVERY_MS, intervals: [250] }).toBe(2);
}

/** The distinct artifacts of trained models: their keys are hashes of their bytes. */
async function artifactsOf(stateDir: string, modelIds: readonly unknown[]): Promise<unknown[]> {
  const { results } = await openSiteBindings(stateDir)
    .DB.prepare("select distinct artifact_key from models where id in (select value from json_each(?))")
    .bind(JSON.stringify(modelIds))
    .all<{ artifact_key: string }>();
  return results.map(({ artifact_key: key }) => key);
}

test("trainings end though workerd and the whole site are killed again and again, and nothing dead is left", {
  tag: "@full",
}, async () => {
  // Three starts and four restarts, beside other tests.
  test.setTimeout(720_000);
  const stateDir = newStateDir();
  // Without the demo's forty trainings: they are resumed like these, and only take their processor.
  const env = { DEMO_MODELS: "none" };
  const options = { appNow: "2026-11-21T10:00:00+09:00", sample: "small", stateDir, env } as const;
  let running: TestSite | null = null;
  try {
    const [first, killed] = await test.step("workerd dies while the races of the first start are loaded", () =>
      Promise.all([startTestSite(options), killWorkerdDuringImport(stateDir)]));
    running = first;
    expect(killed.length).toBeGreaterThan(0);
    expect(processGroup(stateDir, "workerd serve")).not.toContain(killed[0]);
    const health = (await (await fetch(`${first.url}/healthz`)).json()) as { data_version: unknown };
    expect(health.data_version).toBeTruthy();

    const token = await logIn(first.url);
    const models: unknown[] = [];
    await test.step("a second start is refused", async () => {
      const [sameState, samePort] = await Promise.all([
        refusedStart({ STATE_DIR: stateDir }),
        refusedStart({ PORT: new URL(first.url).port }),
      ]);
      expect(sameState).toMatch(/is in use by the site of process \d+/);
      expect(samePort).toMatch(/Port \d+ is in use/);
    });

    await test.step("workerd dies in mid-training, while it is started again, and in mid-training again", async () => {
      const modelId = await newModel(first.url, token, "三度止まる");
      const dead = await killWorkerdDuringTraining(stateDir, modelId, 1);
      await killNextWorkerd(stateDir, dead);
      await killWorkerdDuringTraining(stateDir, modelId, 2);
      await expectTrained(first.url, token, modelId);
      expect(await trainingOf(stateDir, modelId)).toEqual({ status: "done", attempts: 3 });
      models.push(modelId);
    });

    const bought = await subscriptions(first.stripeUrl);
    expect(Object.values(bought).sort()).toEqual([...Array<string>(5).fill("active"), "canceled"]);
    const stripePid = Number(readFileSync(path.join(stateDir, "stripe", "pid"), "utf8"));
    const orphans = processGroup(stateDir);
    expect(orphans.length).toBeGreaterThan(1);
    const last = await newModel(first.url, token, "途中で止まる");
    // Killed as by a power cut: no signal handler runs, the parent first, so that its children are orphans.
    first.kill();
    running = null;

    const second = await startTestSite(options);
    running = second;
    for (const pid of [...orphans, stripePid]) expect(() => process.kill(pid, 0)).toThrow();
    // Who was paying goes on, and an open payment page keeps its address.
    expect(second.stripeUrl).toBe(first.stripeUrl);
    expect(await subscriptions(second.stripeUrl)).toEqual(bought);
    const secondToken = await logIn(second.url);
    await expectTrained(second.url, secondToken, last);
    models.push(last);

    const stopped = await newModel(second.url, secondToken, "止められる");
    await untilTraining(stateDir, stopped, 1);
    running = null;
    await second.stop("SIGTERM");
    expect(() => processGroup(stateDir)).toThrow();

    const third = await startTestSite(options);
    running = third;
    const thirdToken = await logIn(third.url);
    await expectTrained(third.url, thirdToken, stopped);
    await test.step("what was interrupted is what an undisturbed training makes, byte by byte", async () => {
      const undisturbed = await newModel(third.url, thirdToken, "邪魔されない");
      await expectTrained(third.url, thirdToken, undisturbed);
      models.push(stopped, undisturbed);
      expect(await trainingOf(stateDir, undisturbed)).toEqual({ status: "done", attempts: 1 });
      expect(await artifactsOf(stateDir, models)).toEqual([expect.stringMatching(/^artifacts\/[0-9a-f]{64}\.json$/)]);
    });
    running = null;
    await third.stop();
    expect(() => processGroup(stateDir)).toThrow();
    await expect(subscriptions(first.stripeUrl)).rejects.toThrow();
  } finally {
    await running?.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
});
