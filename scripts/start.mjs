// `npm start`: installs, builds, migrates, serves the Workers, loads the sample data, ticks the crons.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLocalClock } from "./local/clock.mjs";
import { createDemoSubscriptions } from "./local/demo.mjs";
import { endOlderSample, readKnown, topUpSample } from "./local/sample.mjs";
import { startSampleDay } from "./local/sample-day.mjs";
import { startSite } from "./local/site.mjs";
import { ensureBuilt, ensureInstalled, operatorSettings, placeholderWarning, ROOT, readDevVars } from "./prepare.mjs";

const MINUTE_MS = 60_000;
const SHORTEST_SWEEP_MS = 2_000;
const FEATURES_TIMEOUT_MS = 150_000;

// `||`, because an empty variable counts as unset.
const port = Number(process.env.PORT || 8788);
const stateDir = path.resolve(ROOT, process.env.STATE_DIR || ".state");
const sampleSize = process.env.SAMPLE || "full";
const publicUrl = process.env.PUBLIC_URL || `http://127.0.0.1:${port}`;
const environment = process.env.ENVIRONMENT || "development";
if (!["development", "production"].includes(environment)) fail(`ENVIRONMENT must be development or production`);
if (environment === "production" && !publicUrl.startsWith("https://"))
  fail("ENVIRONMENT=production needs PUBLIC_URL, the site's https origin");
for (const name of ["APP_NOW", "APP_SPEED"]) {
  if (environment === "production" && process.env[name]) fail(`${name} is refused where ENVIRONMENT=production`);
}
if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`PORT must be 1 to 65535, not ${process.env.PORT}`);
const isDevelopment = environment === "development";
const hasDemoModels = isDevelopment && sampleSize !== "none" && process.env.DEMO_MODELS !== "none";
if (!["full", "small", "none"].includes(sampleSize)) fail(`SAMPLE must be full, small or none, not ${sampleSize}`);
const isDayLive = isDevelopment && sampleSize !== "none" && process.env.SAMPLE_DAY !== "still";
const clock = readClock();
const { now } = clock;
const isDev = process.argv.includes("--dev");
if (isDev && !isDevelopment) fail("npm run dev needs ENVIRONMENT=development");

await (isDev ? ensureInstalled() : ensureBuilt());
const devVars = readDevVars();
const token = devVars.ADMIN_TOKEN;

let site = null;
let sampleDay = null;
let staff = null;
let isStopping = false;
const stop = async (code) => {
  if (isStopping) return;
  isStopping = true;
  await sampleDay?.stop();
  await site?.stop();
  process.exit(code);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));

site = await startSite({
  port,
  stateDir,
  publicUrl,
  environment,
  clock,
  devVars,
  isDev,
  onRestart: () => void resumeWork().catch(report),
  onLost: (error) => {
    console.error(error.message);
    void stop(1);
  },
  log: (line) => {
    if (process.env.VERBOSE || /error|✘|exception/i.test(line)) console.error(line);
  },
}).catch((error) => fail(error.message));

try {
  const { surviveRestart, stripeUrl, url } = site;
  await surviveRestart(resumeWork);
  if (isDevelopment) await surviveRestart(() => admin("/admin/api/demo-users", {}));
  if (isDevelopment) staff = await surviveRestart(() => admin("/admin/api/demo-staff", {}));
  if (stripeUrl) await surviveRestart(() => createDemoSubscriptions({ admin, stripeUrl }));
  if (sampleSize !== "none") {
    if (isDevelopment) await surviveRestart(() => endOlderSample({ stateDir, url, token }));
    if (hasDemoModels) await surviveRestart(() => admin("/admin/api/demo-models", {}));
    const isFirst = await surviveRestart(() => topUpSample({ stateDir, size: sampleSize, now: now(), url, token }));
    if (isFirst) await surviveRestart(waitForFeatures);
    if (hasDemoModels) await surviveRestart(() => admin("/admin/api/demo-models", {}));
  }
} catch (error) {
  console.error(error.message);
  await stop(1);
}

// Cloudflare's cron triggers do not fire locally, so their messages are sent from here.
const hoursSince = (start) => Math.floor((now() - start) / 3600);
const readyAt = now();
let hours = 0;
let isToppingUp = false;
// Minutes of the application's clock: on a fast day forecasts are fixed and sealed before each start, as on a real one.
const sweepMs = Math.max(SHORTEST_SWEEP_MS, MINUTE_MS / clock.speed);
setInterval(() => {
  tick("sweep").catch(report);
  if (hoursSince(readyAt) === hours) return;
  hours = hoursSince(readyAt);
  tick("hourly").catch(report);
  if (sampleSize !== "none") keepToppedUp().catch(report);
}, sweepMs);

const warning = placeholderWarning(operatorSettings(process.env, devVars));
if (warning !== null)
  console.warn(`warning ${warning} In the environment or .dev.vars (scripts/deployment/configuration.md).`);
if (isDevelopment) console.log(`outbox ${site.url}/dev/mail`);
if (staff) console.log(`console ${site.url}/admin (${staff.email}, second factor ${staff.secret})`);
if (site.stripeUrl) console.log(`payments ${site.stripeUrl} (a stand-in for Stripe; card 4242 4242 4242 4242)`);
console.log(`ready http://127.0.0.1:${port}`);
const sample = isDayLive ? readKnown(stateDir) : null;
if (sample !== null) sampleDay = startSampleDay({ stateDir, sample, clock, url: site.url, token, log: logVerbosely });

/** Each day; each hour if the day's races do not come as records. */
async function keepToppedUp() {
  if (isToppingUp) return;
  isToppingUp = true;
  try {
    await topUpSample({ stateDir, size: sampleSize, now: now(), url: site.url, token, force: !isDayLive });
  } finally {
    isToppingUp = false;
  }
}

/** Resumes the last process's jobs. "start" also releases their leases at once; production leaves that to the sweep. */
async function resumeWork() {
  await tick(isDevelopment ? "start" : "sweep");
}

async function tick(kind) {
  await admin("/admin/api/cron", { kind });
}

async function admin(pathname, body) {
  const answer = await fetch(new URL(pathname, site?.url ?? `http://127.0.0.1:${port}`), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${pathname} responded with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Delays `ready` until the first feature build is done, so that the first models need not wait for it. */
async function waitForFeatures() {
  const until = Date.now() + FEATURES_TIMEOUT_MS;
  while (Date.now() < until) {
    // A build can keep the site from answering; whether it does at all is watched by its supervisor.
    const health = await fetch(`${site.url}/healthz`).then(
      (answer) => answer.json(),
      () => null,
    );
    if (health?.data_version) return;
    await sleep(300);
  }
  console.error("The features are still being built; the first models wait for them.");
}

function readClock() {
  try {
    return createLocalClock(process.env);
  } catch (error) {
    return fail(error.message);
  }
}

function logVerbosely(line) {
  if (process.env.VERBOSE) console.error(line);
}

function report(error) {
  console.error(String(error));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
