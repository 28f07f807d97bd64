import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { issueSessionToken } from "#app/adapters/session-token.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { ADMIN_ACCOUNT, callApi, logIn } from "#scripts/bench/pages/demo-account.ts";
import { importRaces, untilFeatures, untilReady } from "#scripts/bench/pages/ready.ts";
import { startFeed } from "#scripts/feed/feed.ts";
import type { Delivery } from "#scripts/sample/jv-data/race-day.ts";
import { openDayFile } from "#scripts/sample/live/day-file.ts";
import { writeSample } from "#scripts/sample/write.ts";
import { adminToken, startTestSite, type TestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import type { Rests } from "./rests.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SEED = 20_260_101;
const START_TIMEOUT_MS = 600_000;
const TICK_MS = 200;
const FEATURES = {
  static: ["騎手", "枠番", "斤量"],
  average: { rank: { race_customize: ["all"], race_num: [1, 3, 5] } },
};

export interface SaturdaySite {
  site: TestSite;
  /** The application's clock, unix seconds. */
  now(): number;
  /** Token of the account that has the models, and these. */
  token: string;
  models: number[];
  stop(): Promise<void>;
}

/**
 * A site with the races before a day and some models, whose clock then runs fast from an instant of that day on.
 *
 * @param from first day of the races before
 */
export async function openSaturday(
  folder: string,
  { from, startsAt, speed, models }: { from: string; startsAt: number; speed: number; models: number },
): Promise<SaturdaySite> {
  const appNow = new Date(startsAt * 1000).toISOString();
  // Models have bets in the ledger from the day after they are complete.
  const evening = new Date((startsAt - 12 * 3600) * 1000).toISOString();
  const races = path.join(folder, "before");
  const day = new Date((startsAt + 9 * 3600) * 1000).toISOString().slice(0, 10);
  await writeSample(races, { seed: SEED, from, now: startsAt, without: [day], isCentralOnly: true });
  const stateDir = path.join(folder, "state");
  const given = { appNow, sample: "none" as const, stateDir, startTimeoutMs: START_TIMEOUT_MS };
  const still = await startTestSite({ ...given, appNow: evening });
  const made: number[] = [];
  try {
    await importRaces(still, races);
    await untilFeatures(still);
    const token = await logIn(still.url, ADMIN_ACCOUNT);
    for (let model = 1; model <= models; model += 1) {
      const body = { name: `土曜${model}`, venue_type: 1, feature: FEATURES };
      const { model_id: id } = await callApi<{ model_id: number }>(still.url, token, "/models", body);
      await untilReady(still.url, token, id);
      made.push(id);
    }
    await payPlan(still, startsAt);
  } finally {
    await still.stop();
  }
  const site = await startTestSite({ ...given, env: { APP_SPEED: String(speed) } });
  return {
    site,
    now: clockOf(stateDir),
    token: await logIn(site.url, ADMIN_ACCOUNT),
    models: made,
    stop: () => site.stop(),
  };
}

/** Gives the models' owner a paid plan, which the ledger requires, as of a week ago. */
async function payPlan({ stateDir }: TestSite, now: number): Promise<void> {
  await openSiteBindings(stateDir)
    .DB.prepare(
      `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
        select id, 6, 'bench', ?2, ?2 from users where email = ?1`,
    )
    .bind(ADMIN_ACCOUNT, now - 7 * 86_400)
    .run();
}

/** The clock of a running site, by the variables of its start. */
function clockOf(stateDir: string): () => number {
  const { vars } = JSON.parse(readFileSync(path.join(stateDir, "wrangler/web.json"), "utf8")) as {
    vars: { CLOCK_OFFSET_SECONDS?: string; CLOCK_SPEED?: string; CLOCK_STARTED_AT?: string };
  };
  const offset = Number(vars.CLOCK_OFFSET_SECONDS ?? 0);
  const speed = Number(vars.CLOCK_SPEED ?? 1);
  const startedAt = Number(vars.CLOCK_STARTED_AT ?? 0);
  return () => Math.floor(startedAt + (Date.now() / 1000 - startedAt) * speed) + offset;
}

/** Sessions of new users, as cookies; each user has one. */
export async function addUsers({ site, now }: SaturdaySite, count: number): Promise<string[]> {
  const { DB } = openSiteBindings(site.stateDir);
  const secret = /SESSION_SECRET="([^"]+)"/.exec(readFileSync(path.join(ROOT, ".dev.vars"), "utf8"))?.[1];
  if (secret === undefined) throw new Error(".dev.vars has no SESSION_SECRET");
  const at = now();
  const cookies: string[] = [];
  for (let user = 1; user <= count; user += 1) {
    const email = `saturday${user}@example.com`;
    const sid = `saturday-${user}`;
    const [created] = await DB.batch<{ id: number }>([
      DB.prepare(
        `insert into users (email, name, password_hash, plan, created_at) values (?1, ?2, 'none', 1, ?3) returning id`,
      ).bind(email, `土曜${user}`, at),
    ]);
    const userId = created?.results[0]?.id ?? 0;
    await DB.prepare("insert into sessions (id, user_id, created_at, expires_at) values (?1, ?2, ?3, ?3 + 864000)")
      .bind(await sha256Hex(sid), userId, at)
      .run();
    const token = await issueSessionToken({ secret, origin: site.url }, { sid, userId, now: at });
    cookies.push(`session=${token}`);
  }
  return cookies;
}

/** Lets the day's records arrive in a folder that the feed watches, until an instant; all are sent then. */
export async function deliverDay(
  { site, now }: SaturdaySite,
  { dir, deliveries, until, rests }: { dir: string; deliveries: readonly Delivery[]; until: number; rests?: Rests },
): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const door = { dir, site: { url: site.url, token: adminToken() }, log: () => undefined };
  const feed = startFeed(door);
  const file = await openDayFile(path.join(dir, "day.jvd"), deliveries);
  while (now() < until) {
    await rests?.over();
    await file.writeUntil(now());
    await sleep(TICK_MS);
  }
  await file.writeUntil(until);
  await feed.stop();
  const { fault, unsent } = await startFeed({ ...door, once: true }).ended;
  if (fault !== null || unsent.length > 0) throw new Error(fault ?? `${unsent.join(", ")} could not be sent`);
}
