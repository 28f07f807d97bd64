import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { round2 } from "#scripts/bench/interleave.ts";
import { callApi, logIn } from "#scripts/bench/pages/demo-account.ts";
import { groupCpuSeconds } from "#scripts/bench/pages/process-cpu.ts";
import { groupOf, importRaces, sendForm, untilFeatures, untilReady } from "#scripts/bench/pages/ready.ts";
import { startFeed } from "#scripts/feed/feed.ts";
import { sampleWindow } from "#scripts/sample/generate.ts";
import type { Delivery } from "#scripts/sample/jv-data/race-day.ts";
import { liveDays } from "#scripts/sample/live/live-days.ts";
import { writeSample } from "#scripts/sample/write.ts";
import { adminToken, startTestSite, type TestSite } from "#test/e2e/support/site.ts";

const SEED = 20_260_101;
/** A Saturday with three central courses, 36 races. */
const DAY = "2026-11-14";
const NOW = `${DAY}T07:00:00+09:00`;
const START_TIMEOUT_MS = 600_000;
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 25;
/** Interval between polls for a race or its analysis. */
const RACE_POLL_MS = 100;
/** Records of odds while a training runs, one after the other. */
const ODDS = 60;

export interface RaceDayFigures {
  races: number;
  /** From the cards in the folder to the first, and the last race with a finished analysis. */
  firstSeconds: number;
  allSeconds: number;
  /** Of the whole site meanwhile. */
  cpuSeconds: number | null;
  /** From a record of odds in the folder to the race's page, without and with a training. */
  odds: Record<"atRest" | "training", { records: number; medianMs: number; p95Ms: number; mostMs: number }>;
  trainings: number;
}

/**
 * Feeds a race day into a site with ten years of central racing, and measures how long it takes until its races are
 * analysed, and until odds are on a race's page.
 *
 * @param data the years before, in the open CSV format; null: made for it
 */
export async function measureRaceDay(data: string | null, say: (line: string) => void): Promise<RaceDayFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-race-day-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const now = Date.parse(NOW) / 1000;
  const { from } = sampleWindow(now, "decade");
  const races = data ?? (await writeDecade(path.join(folder, "sample"), { from, now }));
  const [today] = liveDays({ seed: SEED, from }, DAY);
  const central = (today?.deliveries ?? []).filter(({ name }) => isCentral(name));
  const stateDir = path.join(folder, "state");
  const site = await startTestSite({ appNow: NOW, sample: "none", stateDir, startTimeoutMs: START_TIMEOUT_MS });
  const dir = path.join(folder, "feed");
  mkdirSync(dir);
  const feed = startFeed({ dir, site: { url: site.url, token: adminToken() }, log: () => undefined });
  try {
    say(`imported in ${await importRaces(site, path.resolve(races))} s, features ${await untilFeatures(site)} s later`);
    const token = await logIn(site.url);
    const model = await sendForm(site.url, token, "当日");
    await untilReady(site.url, token, model);
    const cards = await measureCards(site, { dir, token, model, deliveries: central });
    say(`${cards.races} races analysed after ${cards.allSeconds} s, the first after ${cards.firstSeconds}`);
    const atRest = await measureOdds(site, { dir, token, deliveries: central, from: 0 });
    let trainings = 0;
    let isOver = false;
    const training = (async () => {
      while (!isOver) {
        await untilReady(site.url, token, await sendForm(site.url, token, `学習${trainings + 1}`));
        trainings += 1;
      }
    })();
    const whileTraining = await measureOdds(site, { dir, token, deliveries: central, from: ODDS });
    isOver = true;
    await training;
    return { ...cards, odds: { atRest, training: whileTraining }, trainings };
  } finally {
    await feed.stop();
    await site.stop();
  }
}

/** By the code of the course in the race's id. */
const isCentral = (name: string): boolean => Number(name.slice(9, 11)) <= 10;

async function writeDecade(dir: string, { from, now }: { from: string; now: number }): Promise<string> {
  await writeSample(dir, { seed: SEED, from, now, without: [DAY], isCentralOnly: true });
  return dir;
}

async function measureCards(
  site: TestSite,
  { dir, token, model, deliveries }: { dir: string; token: string; model: number; deliveries: readonly Delivery[] },
): Promise<Omit<RaceDayFigures, "odds" | "trainings">> {
  const group = groupOf(site.stateDir);
  const cpuBefore = groupCpuSeconds(group);
  const cards = deliveries.filter(({ name }) => name.endsWith("-card") || name.endsWith("-weights"));
  const raceIds = cards.filter(({ name }) => name.endsWith("-card")).map(({ name }) => name.slice(0, 14));
  const start = performance.now();
  await appendFile(path.join(dir, "cards.jvd"), bytesOf(cards));
  let firstSeconds = Number.NaN;
  // One after the other, as a user may have few in progress.
  for (const raceId of raceIds) {
    await analyse(site, { token, model, raceId });
    if (Number.isNaN(firstSeconds)) firstSeconds = round2((performance.now() - start) / 1000);
  }
  const allSeconds = round2((performance.now() - start) / 1000);
  const cpuAfter = groupCpuSeconds(group);
  const spent = cpuBefore === null || cpuAfter === null ? null : round2(cpuAfter - cpuBefore);
  return { races: raceIds.length, firstSeconds, allSeconds, cpuSeconds: spent };
}

/** Waits until the race is listed, requests its analysis once, and waits for the result. */
async function analyse(
  { url }: TestSite,
  { token, model, raceId }: { token: string; model: number; raceId: string },
): Promise<void> {
  await until(`${raceId} to be listed`, async () => {
    const races = await callApi<{ race_id: string }[]>(url, token, `/races?date=${DAY}`);
    return races.some((race) => race.race_id === raceId);
  });
  const asked = { model_id: model, race_id: raceId };
  const { analysis_result_id: id } = await callApi<{ analysis_result_id: number }>(url, token, "/analyze", asked);
  await until(`the analysis of ${raceId}`, async () => {
    const { status } = await callApi<{ status: number }>(url, token, `/analysis_result?analysis_result_id=${id}`);
    if (status === ModelStatus.failed) throw new Error(`the analysis of ${raceId} failed`);
    return status === ModelStatus.complete;
  });
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + READY_TIMEOUT_MS;
  while (!(await isThere())) {
    if (performance.now() > end) throw new Error(`waited too long for ${what}`);
    await sleep(RACE_POLL_MS);
  }
}

/** Drops one record of win and place odds after the other, and loads the race's page until it shows its time. */
async function measureOdds(
  { url }: TestSite,
  { dir, token, deliveries, from }: { dir: string; token: string; deliveries: readonly Delivery[]; from: number },
): Promise<RaceDayFigures["odds"]["atRest"]> {
  const times: number[] = [];
  for (const { at, name, records } of deliveries
    .filter((each) => each.name.endsWith("-odds"))
    .slice(from, from + ODDS)) {
    const [record] = records;
    if (record === undefined) continue;
    const japan = new Date((at + 9 * 3600) * 1000).toISOString();
    const words = `${japan.slice(11, 16)} 現在`;
    const start = performance.now();
    await appendFile(path.join(dir, "odds.jvd"), record);
    for (;;) {
      const page = await fetch(new URL(`/races/${name.slice(0, 14)}`, url), {
        headers: { cookie: `session=${token}` },
      });
      if ((await page.text()).includes(words)) break;
      if (performance.now() - start > READY_TIMEOUT_MS) throw new Error(`${name} of ${words} is not shown`);
      await sleep(POLL_MS);
    }
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const share = (part: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN);
  return { records: times.length, medianMs: share(0.5), p95Ms: share(0.95), mostMs: share(1) };
}

const bytesOf = (deliveries: readonly Delivery[]): Uint8Array =>
  Buffer.concat(deliveries.flatMap(({ records }) => records));
