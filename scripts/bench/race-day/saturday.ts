import { mkdtempSync, rmSync } from "node:fs";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { callApi } from "#scripts/bench/pages/demo-account.ts";
import { type ProcessorSeconds, startMeter } from "#scripts/bench/pages/process-cpu.ts";
import { groupOf } from "#scripts/bench/pages/ready.ts";
import { generateSample, sampleWindow } from "#scripts/sample/generate.ts";
import { raceDay } from "#scripts/sample/jv-data/race-day.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { type Checked, compareDay, findBroken } from "./end-of-day.ts";
import { createRests, type Rests } from "./rests.ts";
import { addUsers, deliverDay, openSaturday, type SaturdaySite } from "./saturday-site.ts";

const SEED = 20_260_101;
/** A Saturday with three central courses, 36 races. */
const DAY = "2026-11-14";
const MORNING = startOfJapanDay(DAY) + 8.5 * 3600;
const HOUR = 3600;
/** Between two pages of a user, in seconds of the machine's clock. */
const LOOKS_EVERY = 10;
const IDLE_VISITS = 120;
const RESTING_VISITS = 40;
/** Users go through the pages in these steps. */
const STEP = 7;
/** Analyses of a race are asked for once its weights are announced. */
const ANALYSED_BEFORE = 40 * 60;
/** Odds of a race arrive each minute from its 150th before the start on. */
const EACH_MINUTE = Array.from({ length: 151 }, (_, index) => 150 - index);
const QUIET_MS = 120_000;
const ASKED_AT_MOST = 20;
const ASK_AGAIN_MS = 500;

export interface SaturdayOptions {
  speed: number;
  users: number;
  models: number;
  /** Hours of the day that are run; all are some nine. */
  hours: number;
}

export interface SaturdayFigures extends SaturdayOptions {
  races: number;
  pages: number;
  failedPages: number;
  idleP95Ms: number;
  p95Ms: number;
  medianMs: number;
  ratio: number;
  analyses: number;
  refusedAnalyses: number;
  /** From the request to the result, of all that were taken. */
  analysisSeconds: { median: number; p95: number; most: number };
  cells: number;
  differences: string[];
  broken: string[];
  checked: Checked;
  processor: ProcessorSeconds;
  loadAverage: number;
}

/** A Saturday's racing by the feed while users read pages and models analyse, and the checks at its end. */
export async function measureSaturday(options: SaturdayOptions, say: (line: string) => void): Promise<SaturdayFigures> {
  const { speed, users, models, hours } = options;
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-saturday-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { from } = sampleWindow(MORNING, "small");
  const midnight = startOfJapanDay(DAY) + 24 * HOUR;
  const samples = [...generateSample({ seed: SEED, from, now: midnight, emitSince: DAY })].filter(
    ({ race }) => race.date === DAY && race.venueType === 1,
  );
  const saturday = await openSaturday(folder, { from, startsAt: MORNING, speed, models });
  try {
    const { site, now } = saturday;
    const { DB } = openSiteBindings(site.stateDir);
    const cookies = await addUsers(saturday, users);
    const raceIds = samples.map(({ race }) => race.raceId);
    const until = Math.min(MORNING + hours * HOUR, startOfJapanDay(DAY) + 17.5 * HOUR);
    const deliveries = raceDay(SEED, samples, EACH_MINUTE);
    // The cards came the day before.
    const dir = path.join(folder, "day");
    await deliverDay(saturday, { dir, deliveries, until: MORNING });
    const visitor = { cookie: cookies[0] ?? "", raceIds };
    await visitQuietly(saturday, { ...visitor, count: raceIds.length + 4 });
    const idle = await visitQuietly(saturday, { ...visitor, count: IDLE_VISITS });
    say(`${samples.length} races; a page at rest: p95 ${p95(idle)} ms`);
    const isOver = () => now() >= until;
    const rests = createRests(isOver);
    const meter = startMeter(groupOf(site.stateDir));
    const [visits, asked] = await Promise.all([
      lookAll(saturday, { cookies, raceIds, isOver, rests }),
      analyseAll(saturday, { samples: samples.map(({ race }) => race), isOver, rests }),
      deliverDay(saturday, { dir, deliveries, until, rests }),
      rests.restAlong(async () => {
        await untilQuiet(DB);
        const times = await visitQuietly(saturday, { ...visitor, count: RESTING_VISITS });
        say(`a page in a rest: p95 ${p95(times)} ms`);
        idle.push(...times);
      }),
    ]);
    const processor = meter();
    await untilQuiet(DB);
    const isWhole = until === startOfJapanDay(DAY) + 17.5 * HOUR;
    const compared = isWhole ? await compareDay(DB, DAY, samples) : { cells: 0, differences: [] };
    const times = visits.filter(({ isGood }) => isGood).map(({ ms }) => ms);
    return {
      ...options,
      races: samples.length,
      pages: visits.length,
      failedPages: visits.length - times.length,
      idleP95Ms: p95(idle),
      p95Ms: p95(times),
      medianMs: share(times, 0.5),
      ratio: Math.round((p95(times) / p95(idle)) * 100) / 100,
      ...asked,
      analysisSeconds: await readWaits(DB, speed),
      cells: compared.cells,
      differences: compared.differences.slice(0, 20),
      ...(await findBroken({ url: site.url, token: adminToken() }, DB)),
      processor,
      loadAverage: Math.round((os.loadavg()[0] ?? Number.NaN) * 10) / 10,
    };
  } finally {
    await saturday.stop();
  }
}

interface Course {
  isOver: () => boolean;
  rests: Rests;
}

interface Visit {
  ms: number;
  isGood: boolean;
}

const pagesOf = (raceIds: readonly string[]): string[] => [
  "/home",
  `/races?date=${DAY}&venue_type=1`,
  ...raceIds.map((raceId) => `/races/${raceId}`),
  "/analyses",
  "/rankings",
];

async function visit(url: string, page: string, cookie: string): Promise<Visit> {
  const start = performance.now();
  try {
    const answer = await fetch(new URL(page, url), { headers: { cookie } });
    await answer.text();
    return { ms: performance.now() - start, isGood: answer.status === 200 };
  } catch {
    return { ms: performance.now() - start, isGood: false };
  }
}

/** One visitor's pages, in the steps of all users, one after the other. */
async function visitQuietly(
  { site }: SaturdaySite,
  { cookie, raceIds, count }: { cookie: string; raceIds: readonly string[]; count: number },
): Promise<number[]> {
  const pages = pagesOf(raceIds);
  const times: number[] = [];
  for (let page = 0; page < count; page += 1) {
    times.push((await visit(site.url, pages[(page * STEP) % pages.length] ?? "/home", cookie)).ms);
    await sleep(50);
  }
  return times;
}

/** Each user looks at one page, then at the next, evenly spread over the seconds. */
async function lookAll(
  { site }: SaturdaySite,
  { cookies, raceIds, isOver, rests }: { cookies: readonly string[]; raceIds: readonly string[] } & Course,
): Promise<Visit[]> {
  const pages = pagesOf(raceIds);
  const visits: Visit[] = [];
  await Promise.all(
    cookies.map(async (cookie, user) => {
      await rests.sleep((user / cookies.length) * LOOKS_EVERY * 1000);
      for (let count = user; !isOver(); count += STEP) {
        const looked = await visit(site.url, pages[count % pages.length] ?? "/home", cookie);
        visits.push(looked);
        await rests.sleep(LOOKS_EVERY * 1000 - looked.ms);
      }
    }),
  );
  return visits;
}

/** All models analyse each race some time before its start. */
async function analyseAll(
  { site, now, token, models }: SaturdaySite,
  { samples, isOver, rests }: { samples: readonly { raceId: string; startTime: string | null }[] } & Course,
): Promise<{ analyses: number; refusedAnalyses: number }> {
  let analyses = 0;
  let refusedAnalyses = 0;
  const due = samples
    .map(({ raceId, startTime }) => ({ raceId, at: Date.parse(`${DAY}T${startTime ?? "12:00"}:00+09:00`) / 1000 }))
    .sort((one, other) => one.at - other.at);
  for (const { raceId, at } of due) {
    while (now() < at - ANALYSED_BEFORE && !isOver()) await sleep(100);
    if (isOver()) break;
    for (const model of models) {
      await rests.over();
      if (await isTaken(site.url, token, { model_id: model, race_id: raceId })) analyses += 1;
      else refusedAnalyses += 1;
    }
  }
  return { analyses, refusedAnalyses };
}

/** Asks again while too many of the user's are in progress, or the weights are late. */
async function isTaken(url: string, token: string, asked: { model_id: number; race_id: string }): Promise<boolean> {
  for (let tries = 0; tries < ASKED_AT_MOST; tries += 1) {
    const taken = await callApi(url, token, "/analyze", asked).then(
      () => true,
      () => false,
    );
    if (taken) return true;
    await sleep(ASK_AGAIN_MS);
  }
  return false;
}

async function untilQuiet(db: D1Database): Promise<void> {
  const until = performance.now() + QUIET_MS;
  while (performance.now() < until) {
    const row = await db
      .prepare("select count(*) n from jobs where status in ('queued', 'running')")
      .first<{ n: number }>();
    if (row?.n === 0) return;
    await sleep(500);
  }
}

/** How long analyses took; the rows have the application's clock. */
async function readWaits(db: D1Database, speed: number): Promise<SaturdayFigures["analysisSeconds"]> {
  const { results } = await db
    .prepare("select finished_at - created_at seconds from jobs where kind = 'score-race' and finished_at is not null")
    .all<{ seconds: number }>();
  const waits = results.map(({ seconds }) => (seconds / speed) * 10);
  return { median: share(waits, 0.5) / 10, p95: share(waits, 0.95) / 10, most: share(waits, 1) / 10 };
}

function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN);
}

const p95 = (times: readonly number[]): number => share(times, 0.95);
