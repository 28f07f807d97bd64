import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { round2 } from "#scripts/bench/interleave.ts";
import { runScript } from "#scripts/local/process.mjs";
import { temporaryFolder } from "#scripts/temporary-folder.ts";
import { adminToken, startTestSite, type TestSite } from "#test/e2e/support/site.ts";
import { callApi, logIn } from "./demo-account.ts";
import { groupCpuSeconds } from "./process-cpu.ts";

export const NOW = "2026-11-21T10:00:00+09:00";
export const READY_ROUNDS = 3;
export const START_TIMEOUT_MS = 600_000;
const FEATURES_TIMEOUT_MS = 900_000;
const READY_TIMEOUT_MS = 900_000;
const POLL_MS = 100;
const TRAININGS_AT_ONCE = 3;
const PAGES = ["/home", "/models", "/models/create", "/races", "/analyses", "/rankings"];
const IDLE_VISITS = 60;
const PAUSE_MS = 50;

/** Goals; ten years of central racing may take 60 seconds. */
const READY_GOAL_SECONDS = 15;
const PAGE_GOAL_MS = 100;

export interface ReadyOptions {
  sample: "full" | "small" | "decade";
  data: string | undefined;
  rounds: number;
}

interface ReadyResult {
  importSeconds: number;
  featureSeconds: number;
  /** From submitting the create page's form to a complete model, one value per round. */
  readySeconds: number[];
  /** Processor time of all the site's processes meanwhile; null if the system does not report it (Linux does). */
  readyCpuSeconds: (number | null)[];
  /** Page times of one visitor, at rest and while three trainings wait or run. */
  idle: PageTimes;
  training: PageTimes;
}

interface PageTimes {
  requests: number;
  medianMs: number;
  p95Ms: number;
  slowestMs: number;
  slowestPage: string;
}

/** Measures how long users wait, from the form with 50 features to a complete model, on a site of its own. */
export async function measureReady({ sample, data, rounds }: ReadyOptions): Promise<ReadyResult> {
  using temporary = temporaryFolder("ready");
  const { path: folder } = temporary;
  const stateDir = path.join(folder, "state");
  const site = await startTestSite({ appNow: NOW, sample: "none", stateDir, startTimeoutMs: START_TIMEOUT_MS });
  try {
    const races = data ?? (await generate(path.join(folder, "sample"), sample));
    const importSeconds = await importRaces(site, races);
    const featureSeconds = await untilFeatures(site);
    const token = await logIn(site.url);
    // Visit every page once unmeasured: the cost of first requests is not due to trainings.
    let visits = PAGES.length;
    await visitPages(site.url, token, () => visits-- === 0);
    visits = IDLE_VISITS;
    const idle = await visitPages(site.url, token, () => visits-- === 0);
    const readySeconds: number[] = [];
    const readyCpuSeconds: (number | null)[] = [];
    for (let round = 0; round < rounds; round++) {
      const cpu = groupCpuSeconds(groupOf(stateDir));
      const start = performance.now();
      const model = await sendForm(site.url, token, `計測${round + 1}`);
      await untilReady(site.url, token, model);
      readySeconds.push(round2((performance.now() - start) / 1000));
      const after = groupCpuSeconds(groupOf(stateDir));
      readyCpuSeconds.push(cpu === null || after === null ? null : round2(after - cpu));
    }
    const models: number[] = [];
    for (let model = 0; model < TRAININGS_AT_ONCE; model++) {
      models.push(await sendForm(site.url, token, `同時${model + 1}`));
    }
    let isOver = false;
    const trainings = Promise.all(models.map((model) => untilReady(site.url, token, model))).finally(() => {
      isOver = true;
    });
    const training = await visitPages(site.url, token, () => isOver);
    await trainings;
    return { importSeconds, featureSeconds, readySeconds, readyCpuSeconds, idle, training };
  } finally {
    await site.stop();
  }
}

export function describeReady(result: ReadyResult): string {
  const { importSeconds, featureSeconds, readySeconds, readyCpuSeconds, idle, training } = result;
  const cpu = readyCpuSeconds.map((seconds) => seconds ?? "?").join(", ");
  const describe = (when: string, { requests, medianMs, p95Ms, slowestMs, slowestPage }: PageTimes) =>
    `pages ${when}: median ${medianMs}, p95 ${p95Ms} ms (goal ${PAGE_GOAL_MS}), at most ${slowestMs} ms (${slowestPage}), ` +
    `${requests} requests`;
  return [
    `imported in ${importSeconds} s, features ${featureSeconds} s later`,
    `form to ready: ${readySeconds.join(", ")} s (processor: ${cpu} s); goal ${READY_GOAL_SECONDS}`,
    describe("at rest", idle),
    describe(`while ${TRAININGS_AT_ONCE} trainings wait or run`, training),
  ].join("\n");
}

function groupOf(stateDir: string): number {
  return Number(readFileSync(path.join(stateDir, "process-group"), "utf8"));
}

export async function generate(folder: string, size: ReadyOptions["sample"]): Promise<string> {
  const central = size === "decade" ? ["--central"] : [];
  await runScript("scripts/sample/main.ts", ["--dir", folder, "--now", NOW, "--size", size, ...central]);
  return folder;
}

/** Imports races by the command. @returns seconds */
export async function importRaces(site: TestSite, races: string): Promise<number> {
  const start = performance.now();
  await runScript("scripts/import/main.ts", [path.resolve(races), "--url", site.url, "--token", adminToken()]);
  return round2((performance.now() - start) / 1000);
}

export async function until(timeoutMs: number, isDone: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < timeoutMs) {
    if (await isDone()) return round2((performance.now() - start) / 1000);
    await sleep(POLL_MS);
  }
  throw new Error(`the site did not finish within ${timeoutMs / 1000} s`);
}

export function untilFeatures(site: TestSite): Promise<number> {
  return until(FEATURES_TIMEOUT_MS, async () => {
    const health = (await (await fetch(`${site.url}/healthz`)).json()) as { data_version: unknown };
    return Boolean(health.data_version);
  });
}

export async function untilReady(url: string, token: string, model: number): Promise<void> {
  await until(READY_TIMEOUT_MS, async () => {
    const { status } = await callApi<{ status: number }>(url, token, `/models/${model}`);
    if (status === ModelStatus.failed) throw new Error(`the training of model ${model} failed`);
    return status === ModelStatus.complete;
  });
}

/** Submits the create page's form like a browser without scripts. @returns the model's id */
export async function sendForm(url: string, token: string, name: string): Promise<number> {
  const form = new URLSearchParams([
    ["form_key", crypto.randomUUID()],
    ["name", name],
    ["venueType", "1"],
    ...DEFAULT_CHOICE.static.map((feature) => ["static", feature]),
    ...Object.entries(DEFAULT_CHOICE.average).flatMap(([kind, average]) => [
      ["average", kind],
      ...average.race_customize.map((customize) => [`${kind}_customize`, customize]),
      ...average.race_num.map((count) => [`${kind}_num`, String(count)]),
    ]),
    ["intent", "create"],
  ]);
  const answer = await fetch(new URL("/models/create", url), {
    method: "POST",
    body: form,
    headers: { cookie: `session=${token}`, origin: url },
    redirect: "manual",
  });
  const model = /[?&]created=(\d+)/.exec(answer.headers.get("location") ?? "")?.[1];
  if (model === undefined) throw new Error(`the form was answered with ${answer.status}`);
  return Number(model);
}

async function visitPages(url: string, token: string, isOver: () => boolean): Promise<PageTimes> {
  const times: { page: string; ms: number }[] = [];
  while (!isOver()) {
    const page = PAGES[times.length % PAGES.length] ?? "/home";
    const start = performance.now();
    const answer = await fetch(new URL(page, url), { headers: { cookie: `session=${token}` }, redirect: "manual" });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`);
    times.push({ page, ms: performance.now() - start });
    await sleep(PAUSE_MS);
  }
  times.sort((one, other) => one.ms - other.ms);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.ms ?? Number.NaN;
  const slowest = times.at(-1);
  return {
    requests: times.length,
    medianMs: round2(at(0.5)),
    p95Ms: round2(at(0.95)),
    slowestMs: round2(slowest?.ms ?? Number.NaN),
    slowestPage: slowest?.page ?? "",
  };
}
