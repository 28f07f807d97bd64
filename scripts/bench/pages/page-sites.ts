import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { issueSessionToken } from "#app/adapters/session-token.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import {
  putReadyRankings,
  putSharedAnalysis,
  sharedAnalysisOf,
} from "#test/integration/support/rankings/public-views.ts";
import { listWorkerds } from "./process-cpu.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** As in a deployment: no development banner, no headers for tests. */
const PUBLIC_URL = "https://keiba.example";
const SECRET = "bench-only-session-secret";
const ROWS = 30;
const MODELS = 8;

const SHARED = sharedAnalysisOf(1);
/** Page of the only shared analysis. */
export const SHARED_PAGE = `/share/analysis/${SHARED.shareId}`;

const ASSETS = {
  binding: "ASSETS",
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: false },
};

export interface PageSites {
  /** Origin of the built site. */
  site: string;
  /** Origin of the bare Worker and the static files. */
  reference: string;
  /** Process ids of the two workerds; null if the system does not report them. */
  pids: { site: number | null; reference: number | null };
  databases: { site: D1Database; reference: D1Database };
  /** A token of the site for a session, whose row the caller inserts. */
  issueToken(session: { sid: string; userId: number }): Promise<string>;
  /** Headers of a visitor logged in on the site. */
  headers: Record<string, string>;
  /** URL of the static file at the reference with the same bytes as a public page or image. */
  staticFile(path: string): string;
  /** Path of a page's image for link previews. */
  imageOf(page: string): string;
  /** Whether a log line since the last call reported a round trip to the database. */
  hasQueried(): boolean;
}

/**
 * Starts the built site and the bare reference, each in its own workerd behind Miniflare's entry (no wrangler proxy),
 * both with static files in front as in production and with the same rows in D1. The site has rankings and one shared
 * analysis.
 *
 * @param publicPages paths to compare with static files
 * @param pictured paths whose images are compared too
 */
export async function withPageSites<T>(
  { publicPages, pictured }: { publicPages: readonly string[]; pictured: readonly string[] },
  work: (sites: PageSites) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const log = { tail: "", hasQueried: false };
  const site = openSite(folder, (text) => {
    const lines = log.tail + text;
    if (/"d1":[1-9]/.test(lines)) log.hasQueried = true;
    log.tail = lines.slice(lines.lastIndexOf("\n") + 1);
  });
  const opened = [site];
  try {
    const siteUrl = (await site.ready).origin;
    const sitePid = listWorkerds()[0] ?? null;
    const store = (await site.getR2Bucket("STORE")) as unknown as R2Bucket;
    await putReadyRankings(store);
    await putSharedAnalysis(store, SHARED);
    const assets = path.join(folder, "static");
    mkdirSync(assets);
    const files = new Map<string, string>();
    const images = new Map<string, string>();
    for (const page of pictured) images.set(page, await findImage(siteUrl, page));
    for (const each of [...publicPages, ...images.values()]) {
      const answer = await fetch(siteUrl + each);
      const type = answer.headers.get("Content-Type") ?? "";
      const ending = /html|json|png/.exec(type)?.[0];
      if (answer.status !== 200 || ending === undefined) throw new Error(`${each} answered ${answer.status} ${type}`);
      files.set(each, `file-${files.size}.${ending}`);
      writeFileSync(path.join(assets, files.get(each) ?? ""), new Uint8Array(await answer.arrayBuffer()));
    }
    const bare = openReference(folder, assets);
    opened.push(bare);
    const issueToken = (session: { sid: string; userId: number }) =>
      issueSessionToken({ secret: SECRET, origin: PUBLIC_URL }, { ...session, now: Math.floor(Date.now() / 1000) });
    const token = await issueToken({ sid: "bench", userId: 1 });
    const sessionIds = [await sha256Hex("bench"), "bench-session"];
    const [siteDb, referenceDb] = [await databaseOf(site), await databaseOf(bare)];
    for (const d1 of [siteDb, referenceDb]) await seed(d1, sessionIds);
    const referenceUrl = (await bare.ready).origin;
    const pids = { site: sitePid, reference: listWorkerds().find((pid) => pid !== sitePid) ?? null };
    return await work({
      pids,
      site: siteUrl,
      reference: referenceUrl,
      databases: { site: siteDb, reference: referenceDb },
      issueToken,
      headers: { Cookie: `__Host-session=${token}` },
      staticFile: (each) => `${referenceUrl}/${files.get(each)}`,
      imageOf: (page) => images.get(page) ?? "",
      hasQueried() {
        const { hasQueried } = log;
        log.hasQueried = false;
        return hasQueried;
      },
    });
  } finally {
    await Promise.all(opened.map((worker) => worker.dispose()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findImage(siteUrl: string, page: string): Promise<string> {
  const html = await (await fetch(siteUrl + page)).text();
  const image = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1];
  if (image === undefined) throw new Error(`${page} names no image`);
  const { pathname, search } = new URL(image.replaceAll("&amp;", "&"));
  return pathname + search;
}

async function databaseOf(worker: Miniflare): Promise<D1Database> {
  return (await worker.getD1Database("DB")) as unknown as D1Database;
}

function openSite(folder: string, onLog: (text: string) => void): Miniflare {
  const bundle = path.join(ROOT, "build/workers/web");
  return open({
    // In production the Worker answers at its own origin only.
    upstream: PUBLIC_URL,
    ...bundled(bundle, "index.js"),
    d1Databases: ["DB"],
    d1Persist: path.join(folder, "site-d1"),
    r2Buckets: ["STORE"],
    r2Persist: path.join(folder, "site-r2"),
    queueProducers: { SCORE_QUEUE: "score" },
    bindings: {
      ENVIRONMENT: "production",
      STRIPE_SECRET_KEY: "sk_bench_0123456789abcdef",
      STRIPE_WEBHOOK_SECRET: "whsec_bench_0123456789abcdef",
      PUBLIC_URL,
      MAIL_FROM: "noreply@keiba.example",
      SESSION_SECRET: SECRET,
      ADMIN_TOKEN: "bench-only-admin-token",
    },
    assets: { ...ASSETS, directory: path.join(ROOT, "build/client"), assetConfig: {} },
    // Writing log lines is part of the Worker's work, displaying them is not. They must be read, or workerd blocks.
    handleRuntimeStdio: (stdout: Readable, errors: Readable) => {
      stdout.on("data", (chunk: Buffer) => onLog(chunk.toString()));
      errors.pipe(process.stderr, { end: false });
    },
  });
}

function openReference(folder: string, assets: string): Miniflare {
  const bundle = path.join(folder, "reference");
  const { status, stderr } = spawnSync(
    path.join(ROOT, "node_modules/.bin/wrangler"),
    ["deploy", "--dry-run", "-c", path.join(import.meta.dirname, "reference/wrangler.toml"), "--outdir", bundle],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", CI: "1" },
    },
  );
  if (status !== 0) throw new Error(`the reference could not be bundled:\n${stderr}`);
  return open({
    ...bundled(bundle, "worker.js"),
    d1Databases: ["DB"],
    d1Persist: path.join(folder, "reference-d1"),
    assets: { ...ASSETS, directory: assets, assetConfig: { html_handling: "none" } },
  });
}

function open(options: MiniflareOptions): Miniflare {
  return new Miniflare({ host: "127.0.0.1", cf: false, ...options });
}

function bundled(folder: string, entry: string) {
  const wasm = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
  return {
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    modulesRoot: folder,
    modules: [
      { type: "ESModule" as const, path: path.join(folder, entry) },
      ...wasm.map((file) => ({ type: "CompiledWasm" as const, path: path.join(folder, file) })),
    ],
  };
}

/** Inserts a user with complete models and a full page of analyses. */
async function seed(d1: D1Database, sessionIds: readonly string[]): Promise<void> {
  const folder = path.join(ROOT, "migrations");
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    const statements = readFileSync(path.join(folder, file), "utf8").split("--> statement-breakpoint");
    await d1.batch(statements.map((statement) => d1.prepare(statement)));
  }
  const now = Math.floor(Date.now() / 1000);
  const features = { static: ["騎手", "枠番"], average: { rank: { race_customize: ["all"], race_num: [1, 3] } } };
  const report = {
    races: 812,
    from: "2026-05-02",
    to: "2026-11-15",
    pseudoR2: 0.12,
    marketPseudoR2: 0.18,
    top1WinRate: 0.24,
  };
  const raceInfo = { race_num: 11, name: "翠風ステークス", title: "京都", date: "2026-11-21" };
  const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => index + 1));
  const insert = (sql: string, ...values: unknown[]) => d1.prepare(sql).bind(...values);
  await d1.batch([
    insert(
      `insert into users (id, email, name, password_hash, plan, created_at)
       values (1, 'bench@example.com', 'bench', 'none', 5, ?1)`,
      now,
    ),
    insert(
      "insert into sessions (id, user_id, created_at, expires_at) select value, 1, ?2, ?2 + 86400 from json_each(?1)",
      JSON.stringify(sessionIds),
      now,
    ),
    insert(
      `insert into models (user_id, name, venue_type, features, feature_count, is_weight, status, artifact_key, report,
         form_key, created_at, completed_at, confirmed_at)
       select 1, 'モデル' || value, 1, ?2, 4, 0, 2, 'a' || value, ?3, 'f' || value, ?4 - value, ?4, ?4
       from json_each(?1)`,
      numbers(MODELS),
      JSON.stringify(features),
      JSON.stringify(report),
      now,
    ),
    insert(
      `insert into races (race_id, date, venue, venue_type, race_num, name, status, source, runner_count, weighed_count,
         data_version, content_hash)
       select 'r' || value, '2026-11-21', '京都', 1, value, '翠風ステークス', 'scheduled', 'sample', 16, 16, 1, 'h'
       from json_each(?1)`,
      numbers(ROWS),
    ),
    insert(
      `insert into analyses (user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status,
         created_at, completed_at, confirmed_at, scores)
       select 1, 1, 'r' || value, 1, 'モデル1', 1, ?2, 2, ?3 - value, ?3, ?3, '[]' from json_each(?1)`,
      numbers(ROWS),
      JSON.stringify(raceInfo),
      now,
    ),
  ]);
}
