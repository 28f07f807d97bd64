// Sets up the Workers of a local site, keeps them running (workers.mjs), and cleans up on stop.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { binary, copyBuild, isAlive, operatorSettings, ROOT, run, WRANGLER_ENVIRONMENT } from "../prepare.mjs";
import { clockVariables } from "./clock.mjs";
import { argumentsOf, bindPort } from "./process.mjs";
import { localPushVariables } from "./push.mjs";
import { startLocalStripe } from "./stripe.mjs";
import { startLocalWitness } from "./witness.mjs";
import { listGroup, superviseWorkers } from "./workers.mjs";

const SECRETS_OF_DEV_VARS = ["SESSION_SECRET", "ADMIN_TOKEN"];

/** Each Worker's configuration, and the bundle it serves: both jobs Workers run the same code. */
const WORKERS = {
  web: { config: "wrangler.toml", bundle: "web" },
  jobs: { config: "workers/jobs/wrangler.toml", bundle: "jobs" },
  "jobs-heavy": { config: "workers/jobs-heavy/wrangler.toml", bundle: "jobs" },
};

/**
 * Reads the wrangler.toml files in a separate process: once loaded, wrangler exits its process on a signal, before
 * child processes are stopped.
 */
function readWorkerConfigs() {
  const script = `
    const { unstable_readConfig } = await import("wrangler");
    const read = ([name, { config }]) => [name, unstable_readConfig({ config }, { hideWarnings: true })];
    console.log(JSON.stringify(Object.fromEntries(Object.entries(${JSON.stringify(WORKERS)}).map(read))));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, ...WRANGLER_ENVIRONMENT },
  });
  if (status !== 0) throw new Error(`The Workers' configurations could not be read:\n${stderr}`);
  return JSON.parse(stdout);
}

/** Under the state folder, so that starts with different STATE_DIRs are independent. */
async function writeConfigs({ stateDir, vars, isDev }) {
  const folder = path.join(stateDir, "wrangler");
  mkdirSync(folder, { recursive: true });
  const siteDir = path.join(stateDir, "site");
  const coversSubdomains = vars.HSTS_SUBDOMAINS === "yes";
  if (isDev) await (await import("./dev-server.mjs")).prepareDevSite(siteDir);
  else await copyBuild(siteDir, { environment: vars.ENVIRONMENT, coversSubdomains });
  const files = [];
  for (const [name, config] of Object.entries(readWorkerConfigs())) {
    const { bundle } = WORKERS[name];
    const own = {
      name: config.name,
      main: path.join(siteDir, bundle, vars.ENVIRONMENT === "development" ? `${bundle}.js` : "index.js"),
      compatibility_date: config.compatibility_date,
      compatibility_flags: config.compatibility_flags,
      vars: { ...config.vars, ...vars },
      d1_databases: config.d1_databases.map((database) => ({
        ...database,
        migrations_dir: path.join(ROOT, "migrations"),
      })),
      r2_buckets: config.r2_buckets,
      queues: config.queues,
      send_email: config.send_email,
      ratelimits: config.ratelimits,
      ...(config.assets ? { assets: { ...config.assets, directory: path.join(siteDir, "client") } } : {}),
    };
    const target = path.join(folder, `${name}.json`);
    writeFileSync(target, JSON.stringify(own, null, 2));
    files.push(target);
  }
  return files;
}

/** @param {{ stateDir: string, webConfig: string }} options */
export function migrate({ stateDir, webConfig }) {
  const folder = path.join(ROOT, "migrations");
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const [initial, ...later] = names.sort().map((name) => sha256(readFileSync(path.join(folder, name), "utf8")));
  const wanted = [initial, ...later].join("\n");
  const stamp = path.join(stateDir, "migrated");
  const applied = existsSync(stamp) ? readFileSync(stamp, "utf8") : null;
  if (applied === wanted) return;
  if (applied !== null && applied.split("\n")[0] !== initial)
    throw new Error(
      `The database in ${stateDir} has the schema of an earlier version, which this version cannot read. ` +
        "Delete that folder, or set STATE_DIR to another one, and start again.",
    );
  const status = run(
    binary("wrangler"),
    ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir, "-c", webConfig],
    { env: WRANGLER_ENVIRONMENT },
  );
  if (status !== 0) throw new Error("The database migrations failed.");
  writeFileSync(stamp, wanted);
}

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

/** Refuses a second start on the same state folder: two sites on one database would claim each other's jobs. */
function claimState(stateDir) {
  const file = path.join(stateDir, "owner");
  const owner = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (owner && owner !== process.pid && isAlive(owner) && argumentsOf(owner).includes("start.mjs"))
    throw new Error(`${stateDir} is in use by the site of process ${owner}; set STATE_DIR to another folder.`);
  writeFileSync(file, String(process.pid));
}

/** Retries for two seconds: the processes of an earlier, killed start may just have been ended. */
async function isPortFree(port) {
  for (let tries = 0; tries < 20; tries++) {
    if ((await bindPort(port)) !== null) return true;
    await sleep(100);
  }
  return false;
}

/** Ends the processes of an earlier, killed start: the recorded process group, if it still runs our programs. */
function endLeftovers(stateDir) {
  const file = path.join(stateDir, "process-group");
  if (!existsSync(file)) return;
  const group = readFileSync(file, "utf8").trim();
  if (listGroup(group).some(({ args }) => /workerd|serve-workers/.test(args))) {
    try {
      process.kill(-Number(group), "SIGKILL");
    } catch {
      // The group has ended in the meantime.
    }
  }
  rmSync(file, { force: true });
}

/** `onLost` is called if the site ended and could not be started again. */
export async function startSite({
  port,
  stateDir,
  publicUrl,
  environment,
  clock,
  devVars,
  isDev = false,
  onRestart,
  onLost,
  log,
}) {
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(stateDir, { recursive: true });
  claimState(stateDir);
  endLeftovers(stateDir);
  // Checked first, so that no request of ours reaches another program on that port.
  if (!(await isPortFree(port))) throw new Error(`Port ${port} is in use; set PORT to another one.`);
  const stripe = await startLocalStripe({
    stateDir,
    sitePort: port,
    environment,
    clockOffsetSeconds: clock.offsetSeconds,
    devVars,
  });
  const settings = operatorSettings(process.env, devVars);
  const witness = await startLocalWitness({ stateDir, environment, given: settings.WITNESS_URLS });
  const secrets = Object.fromEntries(SECRETS_OF_DEV_VARS.map((name) => [name, devVars[name] ?? ""]));
  const vars = {
    ...secrets,
    ...stripe.vars,
    ...localPushVariables({ stateDir, environment, devVars }),
    ENVIRONMENT: environment,
    PUBLIC_URL: publicUrl,
    ...witness.vars,
    ...settings,
    ...clockVariables(clock),
  };
  const configs = await writeConfigs({ stateDir, vars, isDev });
  migrate({ stateDir, webConfig: configs[0] });

  const workers = await superviseWorkers({
    command: [
      process.execPath,
      path.join("scripts", "local", "serve-workers.mjs"),
      String(port),
      stateDir,
      ...configs,
      ...(isDev ? ["--dev"] : []),
    ],
    cwd: ROOT,
    environment: { ...WRANGLER_ENVIRONMENT, ...(isDev && { NODE_ENV: "development" }) },
    url,
    onSpawn: (pid) => writeFileSync(path.join(stateDir, "process-group"), String(pid)),
    onRestart,
    onLost,
    log,
  }).catch(async (error) => {
    await Promise.all([stripe.stop(), witness.stop()]);
    throw error;
  });
  return {
    url,
    /** Address of the stand-in for Stripe; null if the site uses a real account. */
    stripeUrl: stripe.origin,
    surviveRestart: workers.surviveRestart,
    async stop() {
      await workers.stop();
      await Promise.all([stripe.stop(), witness.stop()]);
      rmSync(path.join(stateDir, "process-group"), { force: true });
      rmSync(path.join(stateDir, "owner"), { force: true });
    },
  };
}
