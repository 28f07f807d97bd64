import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { issueSessionToken } from "#app/adapters/session-token.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { sessions } from "#app/db/schema/accounts.server.ts";
import { DAY_SECONDS } from "#app/domain/racing/japan-time.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { bundleOptions, bundleWorker } from "#scripts/evaluate/bundle.ts";
import { createSchema } from "#scripts/evaluate/schema.ts";
import { ROOT } from "#scripts/prepare.mjs";
import { temporaryFolder } from "#scripts/temporary-folder.ts";
import {
  putReadyRankings,
  putSharedAnalysis,
  sharedAnalysisOf,
} from "#test/integration/support/rankings/public-views.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { listWorkerds } from "./process-cpu.ts";

const PUBLIC_URL = "https://keiba.example";
const SECRET = "bench-only-session-secret";
const ROWS = 30;
const MODELS = 8;
const REPORT = {
  races: 812,
  from: "2026-05-02",
  to: "2026-11-15",
  pseudoR2: 0.12,
  marketPseudoR2: 0.18,
  top1WinRate: 0.24,
};

const SHARED = sharedAnalysisOf(1);
export const SHARED_PAGE = `/share/analysis/${SHARED.shareId}`;

const ASSETS = {
  binding: "ASSETS",
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: false },
};

export interface PageSites {
  site: string;
  reference: string;
  /** Process ids of the two workerds; null if the system does not report them. */
  pids: { site: number | null; reference: number | null };
  headers: Record<string, string>;
  /** URL of the static file at the reference with the same bytes as a public page. */
  staticFile(path: string): string;
  /** Whether a log line since the last call reported a round trip to the database. */
  hasQueried(): boolean;
}

/**
 * Starts the built site and the bare reference, each in its own workerd with static files in front and the same rows in
 * D1.
 */
export async function withPageSites<T>(
  publicPages: readonly string[],
  work: (sites: PageSites) => Promise<T>,
): Promise<T> {
  using temporary = temporaryFolder("bench");
  const { path: folder } = temporary;
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
    for (const each of publicPages) {
      const answer = await fetch(siteUrl + each);
      const type = answer.headers.get("Content-Type") ?? "";
      const ending = /html|json/.exec(type)?.[0];
      if (answer.status !== 200 || ending === undefined) throw new Error(`${each} answered ${answer.status} ${type}`);
      files.set(each, `file-${files.size}.${ending}`);
      writeFileSync(path.join(assets, files.get(each) ?? ""), new Uint8Array(await answer.arrayBuffer()));
    }
    const bare = openReference(folder, assets);
    opened.push(bare);
    const now = Math.floor(Date.now() / 1000);
    const token = await issueSessionToken({ secret: SECRET, origin: PUBLIC_URL }, { sid: "bench", userId: 1, now });
    const sessionIds = [await sha256Hex("bench"), "bench-session"];
    for (const worker of [site, bare])
      await seed((await worker.getD1Database("DB")) as unknown as D1Database, sessionIds);
    const referenceUrl = (await bare.ready).origin;
    const pids = { site: sitePid, reference: listWorkerds().find((pid) => pid !== sitePid) ?? null };
    return await work({
      pids,
      site: siteUrl,
      reference: referenceUrl,
      headers: { Cookie: `__Host-session=${token}` },
      staticFile: (each) => `${referenceUrl}/${files.get(each)}`,
      hasQueried() {
        const { hasQueried } = log;
        log.hasQueried = false;
        return hasQueried;
      },
    });
  } finally {
    await Promise.all(opened.map((worker) => worker.dispose()));
  }
}

function openSite(folder: string, onLog: (text: string) => void): Miniflare {
  const bundle = path.join(ROOT, "build/workers/web");
  return open({
    // In production the Worker answers at its own origin only.
    upstream: PUBLIC_URL,
    ...bundleOptions(bundle, "index.js"),
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
  bundleWorker(path.join(import.meta.dirname, "reference/wrangler.toml"), bundle);
  return open({
    ...bundleOptions(bundle, "worker.js"),
    d1Databases: ["DB"],
    d1Persist: path.join(folder, "reference-d1"),
    assets: { ...ASSETS, directory: assets, assetConfig: { html_handling: "none" } },
  });
}

function open(options: MiniflareOptions): Miniflare {
  return new Miniflare({ host: "127.0.0.1", cf: false, ...options });
}

async function seed(d1: D1Database, sessionIds: readonly string[]): Promise<void> {
  await createSchema(d1);
  const db = openDatabase(d1);
  const now = Math.floor(Date.now() / 1000);
  await insertUser(db, { id: 1, plan: 5 });
  for (const id of sessionIds)
    await db.insert(sessions).values({ id, userId: 1, createdAt: now, expiresAt: now + DAY_SECONDS });
  for (let id = 1; id <= MODELS; id++) await insertModel(db, { id, report: JSON.stringify(REPORT), confirmedAt: now });
  for (let id = 1; id <= ROWS; id++) {
    await insertRace(db, { raceId: `r${id}`, raceNum: id });
    await insertAnalysis(db, { id, raceId: `r${id}`, confirmedAt: now });
  }
}
