import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";

/** After the log line of a request, for statements that its response did not wait for. */
const REST_MS = 50;
const VISIT_TIMEOUT_MS = 30_000;

export interface PageRows {
  path: string;
  /** Rows that D1 read for the page, indexes included; the session's statement too. */
  rows: number;
  /** The statement that read the most. */
  most: { rows: number; sql: string };
}

/** A statement as D1 got it, and the rows that it read. */
export interface Read {
  sql: string;
  values: unknown[];
  rows: number;
}

interface StoppedSite {
  /** State folder of a start that has ended. */
  stateDir: string;
  /** The site's address, for which the session was issued. */
  origin: string;
  cookie: string;
}

/** Serves a stopped site's web Worker once more, on its own database, and reports what its pages read there. */
export async function countPageRows(site: StoppedSite, paths: readonly string[]): Promise<PageRows[]> {
  const pages = await recordReads(site, paths);
  return pages.map(({ path: each, reads }) => ({
    path: each,
    rows: reads.reduce((sum, { rows }) => sum + rows, 0),
    most: reads.reduce((most, { rows, sql }) => (rows > most.rows ? { rows, sql: sql.slice(0, 80) } : most), {
      rows: 0,
      sql: "",
    }),
  }));
}

/** The statements of each page, the session's too, in their order. */
export async function recordReads(
  { stateDir, origin, cookie }: StoppedSite,
  paths: readonly string[],
): Promise<{ path: string; reads: Read[] }[]> {
  const lines: string[] = [];
  let tail = "";
  const site = openMetered(stateDir, Number(new URL(origin).port), (text) => {
    const [...all] = (tail + text).split("\n");
    tail = all.pop() ?? "";
    lines.push(...all);
  });
  try {
    await site.ready;
    const results: { path: string; reads: Read[] }[] = [];
    // The first visit of a page also pays what an isolate reads once.
    for (const isCounted of [false, true]) {
      for (const each of paths) {
        lines.length = 0;
        const answer = await fetch(new URL(each, origin), { headers: { cookie }, redirect: "manual" });
        await answer.text();
        if (answer.status !== 200) throw new Error(`${each} answered ${answer.status}`);
        await untilLogged(lines);
        if (isCounted) results.push({ path: each, reads: parseReads(lines) });
      }
    }
    return results;
  } finally {
    await site.dispose();
  }
}

async function untilLogged(lines: readonly string[]): Promise<void> {
  const end = performance.now() + VISIT_TIMEOUT_MS;
  while (!lines.some((line) => line.includes('"event":"request"'))) {
    if (performance.now() > end) throw new Error("a page wrote no log line");
    await sleep(REST_MS);
  }
  await sleep(REST_MS);
}

function parseReads(lines: readonly string[]): Read[] {
  return lines
    .filter((line) => line.includes('"event":"d1-rows"'))
    .map((line) => {
      const { rows, sql, values } = JSON.parse(line) as { rows: number | null; sql: string; values: unknown[] };
      if (rows === null) throw new Error(`the database did not say what it read: ${sql}`);
      return { rows, sql, values };
    });
}

/** The web Worker of the site's start, with a meter between it and its database. */
function openMetered(stateDir: string, port: number, onLog: (text: string) => void): Miniflare {
  const config = path.join(stateDir, "wrangler/web.json");
  const { main } = unstable_readConfig({ config }, { hideWarnings: true });
  if (main === undefined) throw new Error(`${config} names no Worker`);
  const folder = path.dirname(main);
  const { d1Databases, modulesRules: _, ...web } = unstable_getMiniflareWorkerOptions(config).workerOptions;
  const database = d1Databases !== undefined && !Array.isArray(d1Databases) ? d1Databases.DB : undefined;
  if (database === undefined) throw new Error(`${config} names no database`);
  const wasm = readdirSync(folder)
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => ({ type: "CompiledWasm" as const, path: path.join(folder, file) }));
  return new Miniflare({
    host: "127.0.0.1",
    port,
    defaultPersistRoot: path.join(stateDir, "v3"),
    cf: false,
    handleRuntimeStdio: (stdout: Readable, errors: Readable) => {
      stdout.on("data", (chunk: Buffer) => onLog(chunk.toString()));
      errors.pipe(process.stderr, { end: false });
    },
    workers: [
      {
        ...web,
        name: "web",
        modulesRoot: folder,
        modules: [{ type: "ESModule", path: main }, ...wasm],
        wrappedBindings: { DB: { scriptName: "d1-meter" } },
      },
      {
        name: "d1-meter",
        modules: [
          {
            type: "ESModule",
            path: "d1-meter.mjs",
            contents: readFileSync(path.join(import.meta.dirname, "d1-meter.mjs"), "utf8"),
          },
        ],
        d1Databases: { INNER: database as string },
      },
    ],
  });
}
