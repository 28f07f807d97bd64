import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, round2 } from "#scripts/bench/interleave.ts";
import { ADMIN_ACCOUNT, callApi, logIn } from "#scripts/bench/pages/demo-account.ts";
import { importRaces, untilFeatures } from "#scripts/bench/pages/ready.ts";
import { sampleWindow } from "#scripts/sample/generate.ts";
import { writeSample } from "#scripts/sample/write.ts";
import { startTestSite, type TestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { addCrowd } from "./crowd.ts";
import {
  analyse,
  DAY,
  findRaces,
  NOW,
  newModel,
  POLL_MS,
  pathsOfDay,
  SEED,
  START_TIMEOUT_MS,
  TIMEOUT_MS,
} from "./fan-site.ts";
import { countPageRows, type PageRows } from "./rows-read.ts";

/** Models side by side on one race. */
const MODELS = 5;
const VISITS = 60;
const WARM_UP = 10;
const GOALS = { daySeconds: 20, singleP95Seconds: 2, ratio: 1.5 };

export interface FanDayFigures {
  /** From the confirmation of a day to its finished board, and single requests of another user meanwhile. */
  day: { races: number; seconds: number; singles: number; singleP95Seconds: number };
  /** Pages of one race with 18 horses and five models, visited in turns with an analysis. */
  pages: { path: string; medianMs: number; analysisMs: number; ratio: number }[];
  /** What D1 read for each page, before and after `users` came. */
  users: number;
  rows: { path: string; before: number; after: number; most: PageRows["most"] }[];
}

/**
 * A fan's Saturday on a site with ten years of central racing: the day analysed in one go, a race with five models, and
 * what pages cost the database, with no other users and with ten thousand.
 *
 * @param data the years, in the open CSV format; null: made for it
 */
export async function measureFanDay(
  { data, users }: { data: string | null; users: number },
  say: (line: string) => void,
): Promise<FanDayFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-fan-day-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const now = Date.parse(NOW) / 1000;
  const races = data ?? path.join(folder, "sample");
  if (data === null) {
    await writeSample(races, { seed: SEED, from: sampleWindow(now, "decade").from, now, isCentralOnly: true });
  }
  const stateDir = path.join(folder, "state");
  const site = await startTestSite({ appNow: NOW, sample: "none", stateDir, startTimeoutMs: START_TIMEOUT_MS });
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await site.stop();
    isRunning = false;
  };
  try {
    say(`imported in ${await importRaces(site, races)} s, features ${await untilFeatures(site)} s later`);
    const [token, other] = [await logIn(site.url), await logIn(site.url, ADMIN_ACCOUNT)];
    const models: number[] = [];
    for (let model = 1; model <= MODELS; model += 1) models.push(await newModel(site, token, `週末${model}`));
    const otherModel = await newModel(site, other, "平日");
    const day = await measureDay(site, { token, model: models[0] ?? 0, other, otherModel });
    say(
      `${day.races} races in ${day.seconds} s (goal ${GOALS.daySeconds}); ${day.singles} single requests meanwhile, p95 ` +
        `${day.singleP95Seconds} s (goal ${GOALS.singleP95Seconds})`,
    );
    const { raceId, pastId } = await findRaces(site);
    const analyses: number[] = [];
    for (const model of models) analyses.push((await analyse(site, { token, model, raceId })).id);
    const query = models.map((model) => `m=${model}`).join("&");
    const race = [`/races/${raceId}`, `/races/${raceId}/models?${query}`, `/races/${raceId}/bets?model=${models[0]}`];
    const analysis = `/analyses/${analyses[0]}`;
    const pages = [];
    for (const page of race) {
      const result = await compareVisits(site, token, page, analysis);
      say(`${page}: median ${result.medianMs} ms, ${result.ratio} × an analysis (goal ${GOALS.ratio})`);
      pages.push(result);
    }
    const paths = await pathsOfDay(site, { token, race, analysis, model: models[0] ?? 0, raceId, pastId });
    await stop();
    const before = await countPageRows({ stateDir, origin: site.url, cookie: `session=${token}` }, paths);
    const again = await startTestSite({ appNow: NOW, sample: "none", stateDir, startTimeoutMs: START_TIMEOUT_MS });
    let crowd = 0;
    // The clock starts anew, before the first session.
    let session = "";
    try {
      session = `session=${await logIn(again.url)}`;
      crowd = await addCrowd(openSiteBindings(stateDir).DB, { users, now });
    } finally {
      await again.stop();
    }
    const after = await countPageRows({ stateDir, origin: again.url, cookie: session }, paths);
    const rows = before.map(({ path: each, rows: first }, place) => {
      const { rows: second = Number.NaN, most = { rows: Number.NaN, sql: "" } } = after[place] ?? {};
      say(`${each}: ${first} rows read, ${second} with ${crowd} users more; most by ${most.rows} ${most.sql}`);
      return { path: each, before: first, after: second, most };
    });
    return { day, pages, users: crowd, rows };
  } finally {
    await stop();
  }
}

/** Confirms all of the day's races, while another user asks for one race after the other. */
async function measureDay(
  site: TestSite,
  { token, model, other, otherModel }: { token: string; model: number; other: string; otherModel: number },
): Promise<FanDayFigures["day"]> {
  const { DB } = openSiteBindings(site.stateDir);
  const raceIds = (await callApi<{ race_id: string }[]>(site.url, token, `/races?date=${DAY}`)).map(
    ({ race_id }) => race_id,
  );
  const venues = await DB.prepare("select distinct venue from races where date = ?1")
    .bind(DAY)
    .all<{ venue: string }>();
  const page = new URL(`/days/${DAY}/analyze?model=${model}`, site.url);
  const form = new URLSearchParams([
    ["model_id", String(model)],
    ...venues.results.map(({ venue }) => ["venue", venue]),
    ["stated", String(raceIds.length)],
    ["form_key", crypto.randomUUID()],
  ]);
  const headers = { cookie: `session=${token}`, origin: site.url };
  const start = performance.now();
  const answer = await fetch(page, { method: "POST", body: form, headers, redirect: "manual" });
  const location = answer.headers.get("location") ?? "";
  if (location.includes("refused=") || answer.status !== 302)
    throw new Error(`the day was answered with ${answer.status} ${location}`);
  let seconds: number | null = null;
  const board = (async () => {
    const done = DB.prepare(
      "select count(*) as count from analyses where day_id is not null and status = 2 and model_id = ?1",
    ).bind(model);
    while ((await done.first<number>("count")) !== raceIds.length) {
      if (performance.now() - start > TIMEOUT_MS) throw new Error("the day's board is not finished");
      await sleep(POLL_MS);
    }
    const shown = await fetch(new URL(location, site.url), { headers: { cookie: `session=${token}` } });
    if (!shown.ok) throw new Error(`the board answered ${shown.status}`);
    await shown.text();
    seconds = round2((performance.now() - start) / 1000);
  })();
  const singles: number[] = [];
  for (const raceId of raceIds) {
    if (seconds !== null) break;
    singles.push((await analyse(site, { token: other, model: otherModel, raceId })).seconds);
  }
  await board;
  singles.sort((one, next) => one - next);
  const p95 = singles[Math.min(singles.length - 1, Math.floor(singles.length * 0.95))] ?? Number.NaN;
  return {
    races: raceIds.length,
    seconds: seconds ?? Number.NaN,
    singles: singles.length,
    singleP95Seconds: round2(p95),
  };
}

/** Two pages in turns, so that other load affects both. */
async function compareVisits(
  { url }: TestSite,
  token: string,
  page: string,
  analysis: string,
): Promise<FanDayFigures["pages"][number]> {
  const times: Record<"page" | "analysis", number[]> = { page: [], analysis: [] };
  for (let visit = 0; visit < WARM_UP + VISITS; visit += 1) {
    for (const [which, each] of [
      ["page", page],
      ["analysis", analysis],
    ] as const) {
      const start = performance.now();
      const answer = await fetch(new URL(each, url), { headers: { cookie: `session=${token}` }, redirect: "manual" });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${each} answered ${answer.status}`);
      if (visit >= WARM_UP) times[which].push(performance.now() - start);
    }
  }
  const [medianMs, analysisMs] = [median(times.page), median(times.analysis)];
  return {
    path: page,
    medianMs: round2(medianMs),
    analysisMs: round2(analysisMs),
    ratio: round2(medianMs / analysisMs),
  };
}
