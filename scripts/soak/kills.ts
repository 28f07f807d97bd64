import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ADMIN_ACCOUNT, callApi, logIn } from "#scripts/bench/pages/demo-account.ts";
import { followChecks } from "#scripts/check/follow-checks.ts";
import { adminToken, newStateDir, startTestSite, type TestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { startLoad } from "./site-load.ts";

const NOW = "2026-11-21T10:00:00+09:00";
const LONGEST_LIFE_MS = 6000;
/** One of so many kills is of the start itself, with everything below it left behind. */
const PARENT_EACH = 10;
const BACK_MS = 180_000;
const IDLE_MS = 600_000;

export interface KillFigures {
  kills: number;
  parents: number;
  answered: number;
  /** Requests that a kill cut off. */
  failed: number;
  models: number;
  analyses: number;
  /** Longest time from a kill to the next good answer. */
  longestBackSeconds: number;
  broken: string[];
}

/**
 * Kills workerd, and now and then the start above it, at random moments of a site that users load, and checks in the end that
 * everything that was accepted has ended, and every invariant.
 */
export async function killAgainAndAgain(
  kills: number,
  seed: number,
  say: (line: string) => void,
): Promise<KillFigures> {
  const random = createRandom(seed);
  const stateDir = newStateDir();
  const options = { appNow: NOW, sample: "small", stateDir, env: { DEMO_MODELS: "none" } } as const;
  let site: TestSite = await startTestSite(options);
  const figures: KillFigures = {
    ...{ kills: 0, parents: 0, answered: 0, failed: 0, models: 0, analyses: 0, longestBackSeconds: 0 },
    broken: [],
  };
  const models = new Set<number>();
  const analyses = new Set<number>();
  try {
    const { results } = await openSiteBindings(stateDir)
      .DB.prepare("select race_id id from races where venue_type = 1 and status = 'result' limit 40")
      .all<{ id: string }>();
    const raceIds = results.map(({ id }) => id);
    while (figures.kills < kills) {
      const load = startLoad(site.url, { token: await logIn(site.url, ADMIN_ACCOUNT), raceIds, users: 4 });
      const isParent = figures.kills % PARENT_EACH === PARENT_EACH - 1;
      const round = isParent ? 1 : Math.min(PARENT_EACH - 1, kills - figures.kills);
      for (let kill = 0; kill < round; kill += 1) {
        await sleep(random() * LONGEST_LIFE_MS);
        const killedAt = performance.now();
        if (isParent) {
          site.kill();
          await sleep(random() * 2000);
          await load.stop();
          site = await startTestSite(options);
          figures.parents += 1;
        } else {
          for (const pid of workerdsOf(stateDir)) process.kill(pid, "SIGKILL");
          await untilBack(site.url);
        }
        figures.kills += 1;
        figures.longestBackSeconds = Math.max(
          figures.longestBackSeconds,
          Math.round((performance.now() - killedAt) / 1000),
        );
        if (figures.kills % 10 === 0) say(`${figures.kills} kills`);
      }
      await load.stop();
      figures.answered += load.answered;
      figures.failed += load.failed;
      for (const id of load.models) models.add(id);
      for (const id of load.analyses) analyses.add(id);
    }
    await untilIdle(stateDir);
    const token = await logIn(site.url, ADMIN_ACCOUNT);
    for (const id of models) {
      const { status } = await callApi<{ status: number }>(site.url, token, `/models/${id}`);
      if (status === 1) figures.broken.push(`model ${id} was accepted and never ended`);
    }
    for (const id of analyses) {
      await callApi(site.url, token, `/analysis_result?analysis_result_id=${id}`).catch(() =>
        figures.broken.push(`analysis ${id} was accepted and is not there`),
      );
    }
    // Demo users hold things in progress for show; the checks leave those out.
    const checked = await followChecks({ url: site.url, token: adminToken() });
    figures.broken.push(...checked.flatMap((check) => check.broken));
    return { ...figures, models: models.size, analyses: analyses.size };
  } finally {
    await site.stop();
  }
}

/** The workerds of a site's process group. */
function workerdsOf(stateDir: string): number[] {
  const group = readFileSync(path.join(stateDir, "process-group"), "utf8").trim();
  return execFileSync("ps", ["-A", "-o", "pid=,pgid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, pgid, ...args]) => pgid === group && args.join(" ").includes("workerd serve"))
    .map(([pid]) => Number(pid));
}

async function untilBack(url: string): Promise<void> {
  for (const until = performance.now() + BACK_MS; performance.now() < until; ) {
    const isBack = await fetch(new URL("/healthz?part=web", url)).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isBack) return;
    await sleep(100);
  }
  throw new Error(`the site did not come back within ${BACK_MS / 1000} s of a kill`);
}

async function untilIdle(stateDir: string): Promise<void> {
  const { DB } = openSiteBindings(stateDir);
  for (const until = performance.now() + IDLE_MS; performance.now() < until; ) {
    const row = await DB.prepare(
      "select count(*) n from jobs where status in ('queued', 'running') and kind <> 'build-rankings'",
    ).first<{ n: number }>();
    if (row?.n === 0) return;
    await sleep(1000);
  }
}

/** mulberry32: small and seeded. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
