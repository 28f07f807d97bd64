// Keeps the process of the Workers (serve-workers.mjs) running: says why it ended, and starts it again.
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const START_TIMEOUT_MS = 90_000;
/** A first start, and a restart, is given up after this many attempts in a row. */
const START_ATTEMPTS = 3;
const POLL_MS = 150;
const HEALTH_CHECK_TIMEOUT_MS = 10_000;
/** After this many failed health checks in a row the site counts as hanging, even if all its processes are alive. */
const DEAD_AFTER_FAILURES = 3;
const STEP_ATTEMPTS = 3;
/** A request can fail this much earlier than its process is seen to be gone. */
const NOTICED_WITHIN_MS = 1_000;
const LAST_LINES = 20;
const LAST_WORDS_MS = 1_000;
const BUSIEST_THREADS = 3;

/**
 * Starts the Workers' process, and again whenever it dies or hangs, until `stop()`.
 * @param {{
 *   command: readonly string[],
 *   cwd?: string,
 *   environment?: Record<string, string | undefined>,
 *   url: string,
 *   checkEveryMs?: number,
 *   onSpawn: (pid: number) => void,
 *   onRestart?: () => void,
 *   onLost: (error: Error) => void,
 *   log?: (line: string) => void,
 *   say?: (text: string) => void,
 * }} options command: program and arguments; url: its origin, whose /healthz is 200 when it is up; onSpawn: gets each
 * process group; onLost: it ended while it ran and could not be started again; say: what the operator must see
 * @throws {Error} if it does not come up
 */
export async function superviseWorkers({ url, onSpawn, onRestart, onLost, say = console.error, ...options }) {
  const { checkEveryMs = 5_000, ...program } = options;
  const site = { url, checkEveryMs, say, isStopping: false };
  let restarts = 0;
  let isRestarting = false;
  let current = null;
  const comeUp = async () => {
    for (let attempt = 1; !site.isStopping; attempt += 1) {
      current = launch(program);
      onSpawn(current.pid);
      const fault = await faultOfStart(site, current);
      if (fault === null) return;
      await current.end();
      const lines = [`The site did not start: ${fault}.`, ...current.lastLines()];
      if (attempt === START_ATTEMPTS) throw new Error([...lines, "It is given up."].join("\n"));
      if (!site.isStopping) say([...lines, "It is started again."].join("\n"));
    }
  };
  const keepUp = async () => {
    for (;;) {
      const reason = await Promise.race([current.ended, hang(site, current)]);
      if (site.isStopping) return;
      isRestarting = true;
      restarts += 1;
      const lines = ["The site stopped responding: restarting it.", `Reason: ${reason}.`, ...current.lastLines()];
      say(lines.join("\n"));
      await current.end();
      await comeUp();
      isRestarting = false;
      if (!site.isStopping) onRestart?.();
    }
  };
  // A start that is interrupted leaves nothing behind.
  process.once("exit", () => current?.signal("SIGKILL"));
  await comeUp();
  const over = keepUp().catch((error) => {
    if (!site.isStopping) onLost(error);
  });
  return {
    /**
     * Runs a step that can be repeated, and repeats it if the site died during it, or closed its connection.
     * @template T
     * @param {() => Promise<T>} step
     * @returns {Promise<T>}
     */
    async surviveRestart(step) {
      for (let attempt = 1; ; attempt += 1) {
        const restartsBefore = restarts;
        try {
          return await step();
        } catch (error) {
          await sleep(NOTICED_WITHIN_MS);
          // A site that hangs is restarted or responds again; one that cannot be restarted ends the start.
          while (!site.isStopping && (isRestarting || !(await isHealthy(site)))) await sleep(POLL_MS);
          const isRestarted = restarts !== restartsBefore;
          if (attempt === STEP_ATTEMPTS || site.isStopping || !(isRestarted || isLostConnection(error))) throw error;
          say(`${error.message}: repeated${isRestarted ? " after the restart" : ""}.`);
        }
      }
    },
    async stop() {
      site.isStopping = true;
      await current.end("SIGTERM");
      // Not its end, as a failed restart may be what stops it.
      if (!isRestarting) await over;
    },
  };
}

/** How Node's fetch fails without an answer: a workerd that computes for seconds closes connections it took for idle. */
function isLostConnection(error) {
  return error instanceof TypeError && error.message === "fetch failed";
}

async function isHealthy({ url }) {
  try {
    const answer = await fetch(new URL("/healthz?part=web", url), {
      signal: AbortSignal.timeout(HEALTH_CHECK_TIMEOUT_MS),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Waits until the site is up. @returns null, or what is wrong with it */
async function faultOfStart(site, workers) {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until && !workers.hasEnded() && !site.isStopping) {
    if (await Promise.race([isHealthy(site), workers.ended.then(() => false)])) return null;
    await sleep(POLL_MS);
  }
  return workers.hasEnded() ? workers.ended : "it did not respond in time";
}

async function hang(site, workers) {
  for (let failures = 0; failures < DEAD_AFTER_FAILURES; ) {
    await sleep(site.checkEveryMs, undefined, { ref: false });
    const isUp = await isHealthy(site);
    if (site.isStopping || workers.hasEnded()) return workers.ended;
    failures = isUp ? 0 : failures + 1;
    // Printed at each check, for anyone who waits for the site.
    if (!isUp)
      site.say([`The site did not respond to a health check (${failures} in a row).`, ...workers.states()].join("\n"));
  }
  return `${DEAD_AFTER_FAILURES} health checks failed`;
}

/** A process in a group of its own, so that one signal ends Node and workerd together. */
function launch({ command: [program, ...args], cwd, environment, log = () => {} }) {
  let lastLines = [];
  const child = spawn(program, args, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
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
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ended = new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      signalGroup(child.pid, "SIGKILL");
      const reason = `its process ended with ${signal ?? `code ${code}`}`;
      // What it wrote last may arrive after its end.
      child.once("close", () => resolve(reason));
      setTimeout(resolve, LAST_WORDS_MS, reason);
    });
  });
  return {
    pid: child.pid,
    ended,
    signal: (signal) => signalGroup(child.pid, signal),
    hasEnded,
    lastLines: () => lastLines,
    states: () => listGroup(child.pid).map(({ pid, args: own }) => describeProcess(pid, own)),
    /** Ends the whole group, and waits until none of it is left: it holds the port and the database. */
    async end(signal = "SIGKILL") {
      signalGroup(child.pid, signal);
      for (let tries = 0; tries < 30 && signal !== "SIGKILL" && !hasEnded(); tries += 1) await sleep(100);
      signalGroup(child.pid, "SIGKILL");
      await ended;
      for (let tries = 0; tries < 50 && listGroup(child.pid).length > 0; tries += 1) await sleep(100);
    },
  };
}

/**
 * Processes of a group; those that have ended and wait for their parent are left out.
 * @param {number | string} group
 * @returns {{ pid: number, args: string }[]}
 */
export function listGroup(group) {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,pgid=,stat=,args="], { encoding: "utf8" });
  return (stdout ?? "")
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/.exec(line))
    .filter((match) => match !== null && match[2] === String(group))
    .map((match) => ({ pid: Number(match[1]), args: match[4] }));
}

/** Whether a process that does not respond computes or waits, and which of its threads: /proc has states and processor time. */
function describeProcess(pid, args) {
  const name = args.includes("workerd serve") ? "workerd" : "Node.js";
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
      .map((thread) => readThread(`/proc/${pid}/task/${thread}/stat`))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, BUSIEST_THREADS)
      .map(({ name: thread, state, seconds }) => `${thread} ${state} ${seconds} s`);
    const { state, seconds } = readThread(`/proc/${pid}/stat`);
    return `${name} ${pid}: state ${state}, ${seconds} s of processor time; busiest threads: ${threads.join(", ")}`;
  } catch {
    return `${name} ${pid}: state unknown`;
  }
}

function readThread(file) {
  const [, name, state, rest = ""] = /\((.*)\) (\S) (.*)/s.exec(readFileSync(file, "utf8")) ?? [];
  const fields = rest.split(" ");
  return { name, state, seconds: (Number(fields[10]) + Number(fields[11])) / 100 };
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}
