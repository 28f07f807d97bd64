import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { median, round2 } from "#scripts/bench/interleave.ts";
import { logIn } from "#scripts/bench/pages/demo-account.ts";
import { importRaces, untilFeatures } from "#scripts/bench/pages/ready.ts";
import { sampleWindow } from "#scripts/sample/generate.ts";
import { writeSample } from "#scripts/sample/write.ts";
import { startTestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { addCrowd } from "./crowd.ts";
import { analyse, findRaces, NOW, newModel, pathsOfDay, SEED, START_TIMEOUT_MS } from "./fan-site.ts";
import { type Read, recordReads } from "./rows-read.ts";

/** Of each user of the crowd. */
const [MODELS_EACH, ANALYSES_EACH] = [10, 10];
/** Own models, which are compared and analyse races. */
const OWN_MODELS = 3;
/** Statements of one call, so that the call itself counts little. */
const COPIES = 20;
const ROUNDS = 15;
/** Times a point read. */
const GOAL = 3;
const POINT_READ = "select id, email, plan from users where id = ?1";
const READS_ONLY = /^\s*(select|with)\b(?![\s\S]*\b(insert|update|delete)\b)/i;

interface StatementFigures {
  path: string;
  sql: string;
  rowsRead: number;
  rowsAnswered: number;
  /** Median time of the statement over that of a point read. */
  ratio: number;
}

interface PageFigures {
  path: string;
  statements: number;
  rowsRead: number;
  /** Median time of the page's statements as one batch over that of as many point reads. */
  ratio: number;
}

/**
 * What the pages' statements cost beside reading one row by its key, on a site with ten years of central racing and
 * `users` users, each with ten models and ten analyses. D1 in workerd, its answers included.
 *
 * @param data the years, in the open CSV format; null: made for it
 */
export async function measureStatements(
  { data, users }: { data: string | null; users: number },
  say: (line: string) => void,
): Promise<{ pages: PageFigures[]; statements: StatementFigures[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-statements-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const now = Date.parse(NOW) / 1000;
  const races = data ?? path.join(folder, "sample");
  if (data === null) {
    await writeSample(races, { seed: SEED, from: sampleWindow(now, "decade").from, now, isCentralOnly: true });
  }
  const stateDir = path.join(folder, "state");
  const start = () => startTestSite({ appNow: NOW, sample: "none", stateDir, startTimeoutMs: START_TIMEOUT_MS });
  const site = await start();
  const { paths, cookie } = await prepare(site, { races, users, now, say }).finally(() => site.stop());
  const pages = await recordReads({ stateDir, origin: site.url, cookie }, paths);
  const again = await start();
  try {
    return await replay(openSiteBindings(stateDir).DB, pages, say);
  } finally {
    await again.stop();
  }
}

async function prepare(
  site: Awaited<ReturnType<typeof startTestSite>>,
  { races, users, now, say }: { races: string; users: number; now: number; say: (line: string) => void },
): Promise<{ paths: string[]; cookie: string }> {
  say(`imported in ${await importRaces(site, races)} s, features ${await untilFeatures(site)} s later`);
  const token = await logIn(site.url);
  const models: number[] = [];
  for (let model = 1; model <= OWN_MODELS; model += 1) models.push(await newModel(site, token, `週末${model}`));
  const { raceId, pastId } = await findRaces(site);
  const analyses: number[] = [];
  for (const model of models) analyses.push((await analyse(site, { token, model, raceId })).id);
  const { DB } = openSiteBindings(site.stateDir);
  await addCrowd(DB, { users, models: MODELS_EACH, analyses: ANALYSES_EACH, now });
  const sizes = await DB.prepare(
    `select (select count(*) from users) as users, (select count(*) from models) as models,
       (select count(*) from analyses) as analyses, (select count(*) from races) as races,
       (select count(*) from runners) as runners`,
  ).first<Record<string, number>>();
  say(JSON.stringify(sizes));
  const query = models.map((model) => `m=${model}`).join("&");
  const ofRace = [
    ...["", `/models?${query}`, `/bets?model=${models[0]}`, `/what-if?model=${models[0]}`].map(
      (rest) => `/races/${raceId}${rest}`,
    ),
  ];
  const paths = await pathsOfDay(site, {
    ...{ token, race: ofRace, analysis: `/analyses/${analyses[0]}`, model: models[0] ?? 0, raceId, pastId },
  });
  const more = [
    ...[`/models/${models[0]}/record`, `/models/compare?${query}`, "/models/create", `/models/copy/${models[0]}`],
    ...["/rankings/season", "/favourites", "/settings/limits", "/settings/notices", "/settings/security"],
    ...["/share/rankings", "/share/rankings/season", "/verify"],
  ];
  return { paths: [...paths, ...more], cookie: `session=${token}` };
}

async function replay(
  d1: D1Database,
  pages: readonly { path: string; reads: Read[] }[],
  say: (line: string) => void,
): Promise<{ pages: PageFigures[]; statements: StatementFigures[] }> {
  // Of a statement that several pages have, the one that read the most.
  const largest = new Map<string, Read & { path: string }>();
  const figures: PageFigures[] = [];
  for (const { path: each, reads } of pages) {
    const only = reads.filter(({ sql, values }) => READS_ONLY.test(sql) && values.every(isPlain));
    for (const read of only) {
      if ((largest.get(read.sql)?.rows ?? -1) < read.rows) largest.set(read.sql, { ...read, path: each });
    }
    if (only.length === 0) continue;
    const times = Math.ceil(COPIES / only.length);
    const batch = Array.from({ length: times }, () => only).flat();
    figures.push({
      ...{ path: each, statements: only.length, rowsRead: only.reduce((sum, { rows }) => sum + rows, 0) },
      ratio: await compare(d1, batch),
    });
    const { statements, rowsRead, ratio } = figures.at(-1)!;
    say(`${each}: ${statements} statements, ${rowsRead} rows read, ${ratio} times as many point reads`);
  }
  const statements: StatementFigures[] = [];
  for (const read of largest.values()) {
    const { results } = await bind(d1, read).all();
    const ratio = await compare(
      d1,
      Array.from({ length: COPIES }, () => read),
    );
    const { path: each, sql, rows: rowsRead } = read;
    statements.push({ path: each, sql, rowsRead, rowsAnswered: results.length, ratio });
  }
  statements.sort((one, other) => other.ratio - one.ratio);
  const slow = statements.filter(({ ratio }) => ratio > GOAL);
  say(`${statements.length} statements, ${slow.length} above ${GOAL} times a point read:`);
  for (const { ratio, rowsRead, rowsAnswered, path: each, sql } of slow)
    say(`  ${ratio} times, ${rowsRead} rows read, ${rowsAnswered} answered: ${each}: ${sql.replaceAll(/\s+/g, " ")}`);
  return { pages: figures, statements };
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "number";
}

function bind(d1: D1Database, { sql, values }: Pick<Read, "sql" | "values">): D1PreparedStatement {
  return d1.prepare(sql).bind(...values);
}

/** A batch in turns with one of as many point reads, so that other load affects both: median over median. */
async function compare(d1: D1Database, reads: readonly Pick<Read, "sql" | "values">[]): Promise<number> {
  const points = reads.map((_, place) => ({ sql: POINT_READ, values: [1 + (place % 8)] }));
  const times: { subject: number[]; point: number[] } = { subject: [], point: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [which, batch] of [
      ["subject", reads],
      ["point", points],
    ] as const) {
      const from = performance.now();
      await d1.batch(batch.map((read) => bind(d1, read)));
      // The first round warms up.
      if (round > 0) times[which].push(performance.now() - from);
    }
  }
  return round2(median(times.subject) / median(times.point));
}
