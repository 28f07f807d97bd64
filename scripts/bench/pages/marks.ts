import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { callSite, importFiles } from "#scripts/import/client.ts";
import { temporaryFolder } from "#scripts/temporary-folder.ts";
import { adminToken, startTestSite } from "#test/e2e/support/site.ts";
import { openD1ByHttp } from "#test/integration/support/workerd/bindings-by-http.ts";
import { callApi, logIn } from "./demo-account.ts";
import { generate, importRaces, NOW, START_TIMEOUT_MS, sendForm, until, untilFeatures, untilReady } from "./ready.ts";

const GOAL_SECONDS = 60;
const LONGEST_MS = 300_000;

interface MarksResult {
  users: number;
  /** From the import's first byte to the version of that share of the users. */
  medianSeconds: number;
  p95Seconds: number;
  lastSeconds: number;
  trainings: number;
}

/** A changed going on a site of its own, with as many users whose main model has analysed the race, during trainings. */
export async function measureMarks(users: number): Promise<MarksResult> {
  using temporary = temporaryFolder("marks");
  const { path: folder } = temporary;
  const stateDir = path.join(folder, "state");
  const site = await startTestSite({ appNow: NOW, sample: "none", stateDir, startTimeoutMs: START_TIMEOUT_MS });
  try {
    const races = await generate(path.join(folder, "sample"), "small");
    await importRaces(site, races);
    await untilFeatures(site);
    const token = await logIn(site.url);
    const model = await sendForm(site.url, token, "計測");
    await untilReady(site.url, token, model);
    const today = await callApi<{ race_id: string; venue_type: number }[]>(
      ...[site.url, token, `/races?date=${NOW.slice(0, 10)}`],
    );
    const raceId = today.findLast(({ venue_type: type }) => type === 1)?.race_id ?? "";
    await callApi(site.url, token, "/analyze", { model_id: model, race_id: raceId });
    const d1 = openD1ByHttp(new URL(readFileSync(path.join(stateDir, "bindings-url"), "utf8")), "DB");
    const count = (sql: string) => d1.prepare(sql).first<number>("n");
    const complete = "select count(*) n from analyses where status = 2";
    await until(LONGEST_MS, async () => (await count(complete)) === 1);
    await addUsers(d1, users);

    let isOver = false;
    let trainings = 0;
    const training = (async () => {
      for (let at = 0; !isOver; at += 1) {
        const made = await sendForm(site.url, token, `同時${at}`);
        await untilReady(site.url, token, made);
        await callSite({ url: site.url, token }, "DELETE", `/api/models/${made}`);
        trainings += 1;
      }
    })();
    const file = changedRace(races, raceId, path.join(folder, "changed"));
    const began = performance.now();
    const times: number[] = [];
    const imported = importFiles({ url: site.url, token: adminToken() }, { source: "real", files: [file] });
    await until(LONGEST_MS, async () => {
      const renewed = ((await count(complete)) ?? 0) - users - 1;
      while (times.length < renewed) times.push((performance.now() - began) / 1000);
      return renewed >= users;
    });
    isOver = true;
    await Promise.all([imported, training]);
    const at = (share: number) => Math.round((times[Math.ceil(users * share) - 1] ?? Number.NaN) * 10) / 10;
    return { users, medianSeconds: at(0.5), p95Seconds: at(0.95), lastSeconds: at(1), trainings };
  } finally {
    await site.stop();
  }
}

export function describeMarks({ users, medianSeconds, p95Seconds, lastSeconds, trainings }: MarksResult): string {
  return (
    `marks of ${users} users after a changed going: median ${medianSeconds} s, p95 ${p95Seconds} s ` +
    `(goal ${GOAL_SECONDS}), last ${lastSeconds} s; ${trainings} trainings meanwhile`
  );
}

/** Copies of the only analysis, of its model and of a user on a paid plan, made two minutes before. */
async function addUsers(d1: D1Database, users: number): Promise<void> {
  const own = "(select user_id from analyses)";
  await d1.batch(
    [
      `insert into users (email, name, password_hash, plan, created_at)
       select 'marks' || value || '@example.com', 'marks', 'none', 5, created_at
       from users, (with recursive n(value) as (select 1 union all select value + 1 from n where value < ${users}) select * from n)
       where id = ${own}`,
      await copyOf(d1, "models", "models.id = (select model_id from analyses)"),
      await copyOf(d1, "analyses", "analyses.id = (select min(id) from analyses)", {
        model_id: "(select m.id from models m where m.user_id = u.id)",
        completed_at: "completed_at - 120",
      }),
    ].map((sql) => d1.prepare(sql)),
  );
}

async function copyOf(d1: D1Database, table: string, isMeant: string, given: Record<string, string> = {}) {
  const { results } = await d1
    .prepare(`select name from pragma_table_info('${table}') where name <> 'id'`)
    .all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const values: Record<string, string> = { user_id: "u.id", ...given };
  const columns = names.map((name) => values[name] ?? `${table}.${name}`);
  return `insert into ${table} (${names.join()}) select ${columns.join()} from ${table}, users u where ${isMeant} and u.name = 'marks'`;
}

function changedRace(races: string, raceId: string, folder: string) {
  const name = readdirSync(races).find((file) => file.startsWith("races")) ?? "";
  const bytes = readFileSync(path.join(races, name));
  const lines = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split("\n");
  const header = lines[0] ?? "";
  const fields = lines.find((line) => line.startsWith(`${raceId},`))?.split(",") ?? [];
  const going = header.split(",").indexOf("going");
  fields[going] = fields[going] === "soft" ? "firm" : "soft";
  mkdirSync(folder);
  const file = path.join(folder, "races.csv");
  writeFileSync(file, `${header}\n${fields.join(",")}\n`);
  return { path: file, name: "races.csv", bytes: statSync(file).size };
}
