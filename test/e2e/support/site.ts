import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { migrate } from "#scripts/local/site.mjs";
import { BINDINGS_WORKER } from "#test/integration/support/workerd/bindings-worker.ts";
import { noteSite } from "./sites.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const START_TIMEOUT_MS = 200_000;

/** Settings of the Tuesday site; the Saturday site leaves them unset. */
export const OPERATOR_ADDRESSES = {
  CONTACT_URL: "https://contact.example/chat",
  OFFICIAL_ACCOUNT_URL: "https://x.example/keiba-ai",
};

export interface TestSite {
  url: string;
  /** Address of the site's stand-in for Stripe, with controls under /_control (test/fakes/stripe). */
  stripeUrl: string;
  stateDir: string;
  /** Ends it as Ctrl-C does, or as another signal that it handles. */
  stop(signal?: "SIGINT" | "SIGTERM"): Promise<void>;
  /** Kills the starting process by SIGKILL, which leaves its child processes running. */
  kill(): void;
}

/** A state folder with a migrated, empty database, to be copied: the migrations cost a start half of its processor time. */
export function migratedState(): string {
  const stateDir = mkdtempSync(path.join(os.tmpdir(), "keiba-migrated-"));
  migrate({ stateDir, webConfig: path.join(ROOT, "wrangler.toml") });
  return stateDir;
}

/** A state folder for one site, migrated if the global set-up has done that. */
export function newStateDir(): string {
  const stateDir = mkdtempSync(path.join(os.tmpdir(), "keiba-e2e-"));
  const { MIGRATED_STATE } = process.env;
  if (MIGRATED_STATE) cpSync(MIGRATED_STATE, stateDir, { recursive: true });
  return stateDir;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** Runs the script of `npm start` with a separate state folder, port and clock; resolves when the site is ready. */
export async function startTestSite(options: {
  appNow: string;
  sample: "small" | "none";
  stateDir?: string;
  startTimeoutMs?: number;
  /** By which browsers know the site; passkeys need a name. */
  host?: "127.0.0.1" | "localhost";
  /** More environment variables, such as the operator's addresses. */
  env?: Record<string, string>;
  /** Runs the script of `npm run dev` instead, in this copy of the project. */
  devRoot?: string;
}): Promise<TestSite> {
  const port = await freePort();
  const url = `http://${options.host ?? "127.0.0.1"}:${port}`;
  const stateDir = options.stateDir ?? newStateDir();
  mkdirSync(stateDir, { recursive: true });
  const bindingsWorker = path.join(stateDir, "bindings-worker.mjs");
  writeFileSync(bindingsWorker, BINDINGS_WORKER);
  const child = spawn(process.execPath, ["scripts/start.mjs", ...(options.devRoot ? ["--dev"] : [])], {
    cwd: options.devRoot ?? ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // The day's races stay as they were loaded, so that tests know what they see.
      SAMPLE_DAY: "still",
      ...options.env,
      BINDINGS_WORKER: bindingsWorker,
      PORT: String(port),
      STATE_DIR: stateDir,
      APP_NOW: options.appNow,
      SAMPLE: options.sample,
      PUBLIC_URL: url,
    },
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no "ready" in time:\n${output}`)),
      options.startTimeoutMs ?? START_TIMEOUT_MS,
    );
    const onText = (text: string) => {
      output += text;
      // Tests that fail meanwhile do not say why.
      if (/The site (stopped responding|did not respond)/.test(text)) process.stderr.write(text);
      if (!output.includes(`ready http://127.0.0.1:${port}`)) return;
      clearTimeout(timer);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onText);
    child.on("exit", (code) => reject(new Error(`the start exited with ${code}:\n${output}`)));
  }).catch((error) => {
    // Else it goes on, and takes the processor from all other tests.
    child.kill("SIGTERM");
    throw error;
  });
  child.removeAllListeners("exit");
  const stripeUrl = /^payments (\S+)/m.exec(output)?.[1];
  if (stripeUrl === undefined) throw new Error(`the start printed no address of the stand-in for Stripe:\n${output}`);
  noteSite({ url, stateDir });
  return {
    url,
    stripeUrl,
    stateDir,
    kill: () => child.kill("SIGKILL"),
    async stop(signal = "SIGINT") {
      const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
      child.kill(signal);
      await ended;
      if (!options.stateDir) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

export function adminToken(): string {
  const match = /ADMIN_TOKEN="([^"]+)"/.exec(readFileSync(path.join(ROOT, ".dev.vars"), "utf8"));
  if (!match?.[1]) throw new Error(".dev.vars has no ADMIN_TOKEN");
  return match[1];
}
