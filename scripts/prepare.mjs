// Installs and builds what is missing or out of date. Uses Node built-ins only, because it runs before `npm ci`.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureKernel } from "./kernel.mjs";
import { writeShareFonts } from "./share-fonts.mjs";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const MINIMUM_NODE = [20, 19];
const INSTALL_STAMP = path.join(ROOT, "node_modules", ".installed-lockfile");
const BUILD_STAMP = path.join(ROOT, "build", ".built-from");
const BUILD_INPUTS = [
  "app",
  "workers",
  "public",
  "scripts/share-fonts.mjs",
  "remix.config.js",
  "wrangler.toml",
  "package-lock.json",
  "tsconfig.json",
];
/** Each Worker as deployed, and as served by a local start. Both jobs Workers run the same code. */
const BUNDLES = {
  web: { config: "wrangler.toml" },
  jobs: { config: "workers/jobs/wrangler.toml" },
  "jobs-heavy": { config: "workers/jobs-heavy/wrangler.toml" },
  "local-web": { config: "wrangler.toml", entry: "workers/local/web.ts" },
  "local-jobs": { config: "workers/jobs/wrangler.toml", entry: "workers/local/jobs.ts" },
};

/** Makes concurrent commands of one checkout take turns. A lock whose owner is dead is removed. */
async function withLock(name, work) {
  const lock = path.join(ROOT, `.${name}.lock`);
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const owner = existsSync(path.join(lock, "pid")) ? Number(readFileSync(path.join(lock, "pid"), "utf8")) : 0;
      const isFresh = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 5_000;
      if ((owner && !isAlive(owner)) || (!owner && !isFresh)) rmSync(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  writeFileSync(path.join(lock, "pid"), String(process.pid));
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Turns off wrangler's requests to outside services, and makes it bundle React's production build. */
export const WRANGLER_ENVIRONMENT = {
  NODE_ENV: "production",
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  FORCE_COLOR: "0",
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs a command with its output on standard error, so that standard output is the caller's. @returns exit code */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ["ignore", process.stderr, process.stderr],
    ...options,
    env: { ...process.env, ...options.env },
  });
  if (error) throw error;
  return status ?? 1;
}

export function binary(name) {
  return path.join(ROOT, "node_modules", ".bin", name);
}

function hashFiles(inputs) {
  const hash = createHash("sha256");
  const add = (file) => {
    const absolute = path.join(ROOT, file);
    if (!existsSync(absolute)) return;
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) add(path.join(file, name));
      return;
    }
    hash.update(file).update("\0").update(readFileSync(absolute)).update("\0");
  };
  for (const input of inputs) add(input);
  return hash.digest("hex");
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1]))
    fail(`Node.js ${MINIMUM_NODE.join(".")} or newer is needed; this is ${process.versions.node}.`);
}

/** Runs `npm ci` if the lockfile has changed since the last install. */
export async function ensureInstalled() {
  checkNode();
  const wanted = hashFiles(["package-lock.json"]);
  const isCurrent = () => existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, "utf8") === wanted;
  if (!isCurrent())
    await withLock("install", () => {
      if (isCurrent()) return;
      console.error("Installing packages (npm ci) …");
      const npm = process.platform === "win32" ? "npm.cmd" : "npm";
      if (run(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"]) !== 0) fail("npm ci failed.");
      writeFileSync(INSTALL_STAMP, wanted);
    });
  if (!existsSync(path.join(ROOT, ".dev.vars")))
    copyFileSync(path.join(ROOT, ".dev.vars.example"), path.join(ROOT, ".dev.vars"));
}

/** Builds kernel, Remix app and share fonts, then bundles the Workers as a deployment would. */
export async function ensureBuilt() {
  await ensureInstalled();
  const wanted = hashFiles(BUILD_INPUTS);
  const isCurrent = () => existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === wanted;
  if (isCurrent()) return ensureKernel();
  await withLock("build", () => {
    if (isCurrent()) return ensureKernel();
    console.error("Building …");
    const status = run(binary("remix"), ["vite:build", "--config", "remix.config.js", "--logLevel", "warn"], {
      env: { NODE_ENV: "production" },
    });
    if (status !== 0) fail("The build failed.");
    // After the Remix build, which empties the folder of the fonts; before the Workers, which include the kernel.
    ensureKernel();
    writeShareFonts(path.join(ROOT, "build", "client", "share-fonts"));
    for (const [name, bundle] of Object.entries(BUNDLES))
      if (run(binary("wrangler"), bundleArguments(name, bundle), { env: WRANGLER_ENVIRONMENT }) !== 0)
        fail(`The ${name} Worker could not be bundled.`);
    writeFileSync(BUILD_STAMP, wanted);
  });
}

function bundleArguments(name, { config, entry }) {
  const outdir = path.join(ROOT, "build", "workers", name);
  // Stack traces of local starts are read as they come, without the source maps.
  const local = entry ? [path.join(ROOT, entry), "--no-minify"] : [];
  return ["deploy", ...local, "--dry-run", "-c", config, "--outdir", outdir];
}

/** Copies the built site, so that a later build does not change the files of a running site. */
export async function copyBuild(target, { environment, coversSubdomains }) {
  await withLock("build", () => {
    rmSync(target, { recursive: true, force: true });
    cpSync(path.join(ROOT, "build", "client"), path.join(target, "client"), { recursive: true });
    writeFileHeaders(path.join(target, "client"), { coversSubdomains });
    for (const name of ["web", "jobs"])
      cpSync(
        path.join(ROOT, "build", "workers", environment === "development" ? `local-${name}` : name),
        path.join(target, name),
        {
          recursive: true,
          filter: (file) => !file.endsWith(".map"),
        },
      );
  });
}

/**
 * Writes the headers of static files into a built client. Browsers keep the last Strict-Transport-Security, so files
 * must say what pages say (workers/web/security.ts).
 * @param {string} client
 * @param {{ coversSubdomains: boolean }} options
 */
export function writeFileHeaders(client, { coversSubdomains }) {
  const text = readFileSync(path.join(ROOT, "public/_headers"), "utf8");
  const headers = coversSubdomains ? text.replace(/(Strict-Transport-Security: .*)/, "$1; includeSubDomains") : text;
  writeFileSync(path.join(client, "_headers"), headers);
}

const PARTICULARS = Object.values(
  JSON.parse(readFileSync(path.join(ROOT, "app/domain/operator-particulars.json"), "utf8")),
);

/** Settings of scripts/deployment/configuration.md: the first source with a value wins; unset ones are absent. */
export function operatorSettings(...given) {
  const names = [
    "HSTS_SUBDOMAINS",
    "WITNESS_URLS",
    "ALERT_URL",
    "ALERT_MAIL",
    "VAPID_SUBJECT",
    "SIGN_UP_NOTICE_URL",
    "CONTACT_URL",
    "OFFICIAL_ACCOUNT_URL",
    "READ_REPLICAS",
    ...PARTICULARS.map(({ variable }) => variable),
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.map((values) => values[name]?.trim()).find(Boolean);
      return value ? [[name, value]] : [];
    }),
  );
}

/** A warning that names the unset placeholders of the legal pages; null if all of them are set. */
export function placeholderWarning(settings) {
  const unset = PARTICULARS.filter(({ variable, isPlaceholder }) => isPlaceholder && !settings[variable]);
  if (unset.length === 0) return null;
  const names = unset.map(({ variable, value }) => `${variable} for ${value}`);
  return `The legal pages /tokusyo, /terms and /privacy show placeholders. Set ${names.join(", ")}.`;
}

/**
 * The settings of .dev.vars, or of its example before the first install.
 * @returns {Record<string, string | undefined>}
 */
export function readDevVars() {
  const [file] = [".dev.vars", ".dev.vars.example"].map((name) => path.join(ROOT, name)).filter(existsSync);
  const values = {};
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const match = /^\s*([A-Z0-9_]+)\s*=\s*"?([^"]*)"?\s*$/.exec(line);
    if (match) values[match[1]] = match[2];
  }
  return values;
}
