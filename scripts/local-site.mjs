// Serves both Workers (serve-workers.mjs) in one process group, restarts them if they die, and cleans up on stop.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { clockVariables } from "./local-clock.mjs";
import { localPushVariables } from "./local-push.mjs";
import { startLocalStripe } from "./local-stripe.mjs";
import { binary, copyBuild, isAlive, operatorSettings, ROOT, run, WRANGLER_ENVIRONMENT } from "./prepare.mjs";

const SECRETS_OF_DEV_VARS = ["SESSION_SECRET", "ADMIN_TOKEN"];
const START_TIMEOUT_MS = 90_000;
const WATCH_INTERVAL_MS = 1_000;
const WATCHES_PER_HEALTH_CHECK = 5;
/** After this many failed health checks in a row the site counts as hanging, even if all its processes are alive. */
const DEAD_AFTER_FAILURES = 3;
const STEP_ATTEMPTS = 3;
/** How many of the Workers' last lines are printed when they died. */
const LAST_LINES = 20;

const WORKER_CONFIGS = { web: "wrangler.toml", jobs: "workers/jobs/wrangler.toml" };

/**
 * Reads the wrangler.toml files with wrangler's own parser, in a separate process: once loaded, wrangler exits its
 * process on a signal, before we could stop our child processes.
 */
function readWorkerConfigs() {
  const script = `
    const { unstable_readConfig } = await import("wrangler");
    const read = ([name, config]) => [name, unstable_readConfig({ config }, { hideWarnings: true })];
    console.log(JSON.stringify(Object.fromEntries(Object.entries(${JSON.stringify(WORKER_CONFIGS)}).map(read))));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, ...WRANGLER_ENVIRONMENT },
  });
  if (status !== 0) throw new Error(`The Workers' configurations could not be read:\n${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Writes the two Workers' configurations of this start (variables, secrets of .dev.vars, paths of the copied build)
 * under the state folder, so that starts with different STATE_DIRs do not affect each other.
 */
async function writeConfigs({ stateDir, vars }) {
  const folder = path.join(stateDir, "wrangler");
  mkdirSync(folder, { recursive: true });
  const siteDir = path.join(stateDir, "site");
  await copyBuild(siteDir, { environment: vars.ENVIRONMENT });
  const files = [];
  for (const [name, config] of Object.entries(readWorkerConfigs())) {
    const own = {
      name: config.name,
      main: path.join(siteDir, name, vars.ENVIRONMENT === "development" ? `${name}.js` : "index.js"),
      // Already bundled by wrangler in scripts/prepare.mjs.
      no_bundle: true,
      find_additional_modules: true,
      rules: [{ type: "CompiledWasm", globs: ["**/*.wasm"] }],
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
      ...(config.assets ? { assets: { ...config.assets, directory: path.join(siteDir, "client") } } : {}),
    };
    const target = path.join(folder, `${name}.json`);
    writeFileSync(target, JSON.stringify(own, null, 2));
    files.push(target);
  }
  return files;
}

/**
 * Applies the migrations that a state does not have yet. wrangler starts a workerd for each of them.
 * @param {{ stateDir: string, webConfig: string }} options
 */
export function migrate({ stateDir, webConfig }) {
  const folder = path.join(ROOT, "migrations");
  const hash = createHash("sha256");
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort())
    hash.update(readFileSync(path.join(folder, file)));
  const wanted = hash.digest("hex");
  const stamp = path.join(stateDir, "migrated");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const status = run(
    binary("wrangler"),
    ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir, "-c", webConfig],
    { env: WRANGLER_ENVIRONMENT },
  );
  if (status !== 0) throw new Error("The database migrations failed.");
  writeFileSync(stamp, wanted);
}

function listGroup(group) {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,pgid=,args="], { encoding: "utf8" });
  return (stdout ?? "")
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null && match[2] === String(group))
    .map((match) => ({ pid: Number(match[1]), args: match[3] }));
}

/** Refuses a second start on the same state folder: two sites on one database would claim each other's jobs. */
function takeOwnership(stateDir) {
  const file = path.join(stateDir, "owner");
  const owner = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (owner && owner !== process.pid && isAlive(owner) && argumentsOf(owner).includes("start.mjs"))
    throw new Error(`${stateDir} is in use by the site of process ${owner}; set STATE_DIR to another folder.`);
  writeFileSync(file, String(process.pid));
}

/** Whether a process that does not respond computes or waits: its state and processor time, where /proc has them. */
function describeProcess(pid) {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return `workerd ${pid}: state ${state}, ${(Number(fields[10]) + Number(fields[11])) / 100} s of processor time`;
  } catch {
    return `workerd ${pid}: state unknown`;
  }
}

function argumentsOf(pid) {
  return spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" }).stdout ?? "";
}

/** Retries for two seconds: the processes of an earlier, killed start may just have been ended. */
async function isPortFree(port) {
  for (let tries = 0; tries < 20; tries++) {
    const isFree = await new Promise((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return true;
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

/**
 * Starts the site and keeps it running until `stop()`.
 * @param {{ port: number, stateDir: string, publicUrl: string, environment: string, clock: ReturnType<typeof import("./local-clock.mjs").createLocalClock>, devVars: Record<string, string>, onRestart?: () => void, log?: (line: string) => void }} options
 */
export async function startSite({ port, stateDir, publicUrl, environment, clock, devVars, onRestart, log = () => {} }) {
  mkdirSync(stateDir, { recursive: true });
  takeOwnership(stateDir);
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
  const secrets = Object.fromEntries(SECRETS_OF_DEV_VARS.map((name) => [name, devVars[name] ?? ""]));
  const vars = {
    ...secrets,
    ...stripe.vars,
    ...localPushVariables({ stateDir, environment, devVars }),
    ENVIRONMENT: environment,
    PUBLIC_URL: publicUrl,
    ...operatorSettings(process.env, devVars),
    ...clockVariables(clock),
  };
  const [webConfig, jobsConfig] = await writeConfigs({ stateDir, vars });
  migrate({ stateDir, webConfig });

  let child = null;
  let isStopping = false;
  let lastLines = [];
  const spawnSite = () => {
    child = spawn(
      process.execPath,
      [path.join(ROOT, "scripts", "serve-workers.mjs"), String(port), stateDir, webConfig, jobsConfig],
      {
        cwd: ROOT,
        // A separate process group, so that one signal ends Node and workerd together.
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...WRANGLER_ENVIRONMENT },
      },
    );
    writeFileSync(path.join(stateDir, "process-group"), String(child.pid));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      let rest = "";
      stream.on("data", (text) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        lastLines = [...lastLines, ...lines].slice(-LAST_LINES);
        for (const line of lines) log(line);
      });
    }
    child.on("exit", () => {
      endGroup(child.pid, "SIGKILL");
    });
  };
  const isHealthy = async () => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(10_000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  };
  const waitUntilHealthy = async () => {
    const until = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < until) {
      if (isStopping) return;
      if (child.exitCode !== null) throw new Error(`The Workers' process exited with code ${child.exitCode}.`);
      if (await isHealthy()) return;
      await sleep(150);
    }
    throw new Error("The site did not respond in time.");
  };
  // Miniflare does not restart a workerd that died, and may keep running without it.
  let workerds = [];
  const noteWorkerds = () => {
    workerds = listGroup(child.pid)
      .filter(({ args }) => args.includes("workerd serve"))
      .map(({ pid }) => pid);
  };
  spawnSite();
  try {
    await waitUntilHealthy();
    noteWorkerds();
  } catch (error) {
    endGroup(child.pid, "SIGKILL");
    await stripe.stop();
    throw error;
  }

  let watches = 0;
  let failures = 0;
  /** What workerd did at each of the failed checks. */
  let failedStates = [];
  let restarts = 0;
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking || isStopping) return;
    isChecking = true;
    try {
      const isDead = () => child.exitCode !== null || workerds.some((pid) => !isAlive(pid));
      watches += 1;
      if (!isDead() && watches % WATCHES_PER_HEALTH_CHECK !== 0) return;
      const isFailing = !isDead() && !(await isHealthy());
      failures = isFailing ? failures + 1 : 0;
      failedStates = isFailing ? [...failedStates, ...workerds.map(describeProcess)] : [];
      if (isStopping || (failures < DEAD_AFTER_FAILURES && !isDead())) return;
      const reason = isDead() ? "its process died" : `${failures} health checks failed`;
      const lines = [
        "The site stopped responding: restarting it.",
        `Reason: ${reason}.`,
        ...failedStates,
        ...lastLines,
      ];
      console.error(lines.join("\n"));
      lastLines = [];
      failedStates = [];
      restarts += 1;
      endGroup(child.pid, "SIGKILL");
      await sleep(300);
      spawnSite();
      await waitUntilHealthy();
      noteWorkerds();
      failures = 0;
      if (!isStopping) onRestart?.();
    } catch (error) {
      console.error(String(error));
    } finally {
      isChecking = false;
    }
  }, WATCH_INTERVAL_MS);

  return {
    url: `http://127.0.0.1:${port}`,
    /** Address of the stand-in for Stripe; null if the site uses a real account. */
    stripeUrl: stripe.origin,
    /**
     * Runs a step that can be repeated, and repeats it if the site died during it.
     * @template T
     * @param {() => Promise<T>} step
     * @returns {Promise<T>}
     */
    async surviveRestart(step) {
      for (let attempt = 1; ; attempt++) {
        const restartsBefore = restarts;
        try {
          return await step();
        } catch (error) {
          // The watch needs a moment to see that the process is gone.
          await sleep(2 * WATCH_INTERVAL_MS);
          while (isChecking) await sleep(WATCH_INTERVAL_MS);
          if (attempt === STEP_ATTEMPTS || restarts === restartsBefore) throw error;
          console.error(`${error.message}: repeated after the restart.`);
        }
      }
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      endGroup(child.pid, "SIGTERM");
      for (let tries = 0; tries < 30 && child.exitCode === null && child.signalCode === null; tries++) await sleep(100);
      endGroup(child.pid, "SIGKILL");
      await stripe.stop();
      rmSync(path.join(stateDir, "process-group"), { force: true });
      rmSync(path.join(stateDir, "owner"), { force: true });
    },
  };
}

function endGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
