import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { DistinctCalls, Target } from "./load.ts";
import type { PageSites } from "./page-sites.ts";

const USERS = 300;
const RACES = 300;
/** After the users of other measurements. */
const FIRST_USER = 1000;

/**
 * Requests of analyses that all differ: 300 users of the admin's plan, whom no limit stops, with a model each, ask for
 * 300 races. Nothing consumes the queue, so that the door alone is measured; the rows are counted afterwards.
 */
export async function withAnalyseCalls<T>(
  sites: PageSites,
  work: (targets: { subject: Target; reference: Target }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-calls-"));
  try {
    const tokens = await insertAnalysts(sites);
    await sites.databases.reference.exec("create table bench_writes (id integer primary key, at integer not null)");
    const script = path.join(folder, "analyse.lua");
    writeFileSync(script, luaOf(tokens));
    const calls: DistinctCalls = { script, made: 0, page: `${sites.site}/healthz` };
    const result = await work({
      subject: { url: `${sites.site}/api/analyze`, pid: sites.pids.site, calls },
      reference: { url: `${sites.reference}/write`, pid: sites.pids.reference },
    });
    const [made, most] = [await countAnalyses(sites.databases.site), calls.made];
    // Calls that were cut off at the ends of slices may have been made or not.
    if (made > most || made < most * 0.9) throw new Error(`${made} analyses were made by ${most} calls`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Inserts users, their models and the races, and returns the users' tokens. */
async function insertAnalysts({ databases: { site }, issueToken }: PageSites): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000);
  const ids = Array.from({ length: USERS }, (_, at) => FIRST_USER + at);
  const sessions = await Promise.all(ids.map(async (id) => ({ id, sid: await sha256Hex(`analyst-${id}`) })));
  const insert = (sql: string, ...values: unknown[]) => site.prepare(sql).bind(...values);
  await site.batch([
    insert(
      `insert into users (id, email, name, password_hash, plan, created_at)
       select value, 'analyst' || value || '@example.com', 'analyst', 'none', 0, ?2 from json_each(?1)`,
      JSON.stringify(ids),
      now,
    ),
    insert(
      `insert into sessions (id, user_id, created_at, expires_at)
       select value ->> 'sid', value ->> 'id', ?2, ?2 + 86400 from json_each(?1)`,
      JSON.stringify(sessions),
      now,
    ),
    insert(
      `insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, status, artifact_key,
         form_key, created_at, completed_at, confirmed_at)
       select value, value, 'モデル', 1, '{"static":["騎手"]}', 1, 0, 2, 'a', 'analyst' || value, ?2, ?2, ?2
       from json_each(?1)`,
      JSON.stringify(ids),
      now,
    ),
    insert(
      `insert into races (race_id, date, venue, venue_type, race_num, name, status, source, runner_count, weighed_count,
         data_version, content_hash)
       select 'analyse' || value, date('2026-01-01', '+' || (value / 12) || ' days'), '東京', 1, value % 12 + 1,
         '翠風ステークス', 'scheduled', 'sample', 16, 16, 1, 'h'
       from json_each(?1)`,
      JSON.stringify(Array.from({ length: RACES }, (_, at) => at)),
    ),
  ]);
  return await Promise.all(ids.map((id) => issueToken({ sid: `analyst-${id}`, userId: id })));
}

async function countAnalyses(site: D1Database): Promise<number> {
  const sql = "select count(*) as made from analyses where user_id >= ?1";
  return (await site.prepare(sql).bind(FIRST_USER).first<number>("made")) ?? 0;
}

/** The script for wrk: one request after the other, users in turns, and the next race when all have asked. */
function luaOf(tokens: readonly string[]): string {
  return `local tokens = {${tokens.map((token) => `"${token}"`).join(",")}}
local made = 0
function init(args) made = tonumber(args[1]) end
function request()
  local user = made % ${USERS}
  local race = math.floor(made / ${USERS})
  made = made + 1
  return wrk.format("POST", nil, {
    ["Authorization"] = "Bearer " .. tokens[user + 1],
    ["Content-Type"] = "application/json",
  }, '{"model_id":' .. (${FIRST_USER} + user) .. ',"race_id":"analyse' .. race .. '"}')
end
`;
}
