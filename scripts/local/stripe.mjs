// Runs the stand-in for Stripe (test/fakes/stripe) beside a local site, unless .dev.vars has a real account's keys.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT, run } from "../prepare.mjs";
import { argumentsOf, choosePort, endChild } from "./process.mjs";

const MAIN = path.join("test", "fakes", "stripe", "main.ts");
const SETUP = path.join("scripts", "stripe-setup", "main.ts");
const START_TIMEOUT_MS = 30_000;
const RESTART_AFTER_MS = 500;
/** Development values, refused in production (workers/environment.ts). */
const KEYS = {
  STRIPE_SECRET_KEY: "development-only-stripe-key",
  STRIPE_WEBHOOK_SECRET: "development-only-stripe-webhook",
};

/** Returns the variables by which the Workers reach Stripe; a stand-in keeps its state in the state folder. */
export async function startLocalStripe({ stateDir, sitePort, environment, clockOffsetSeconds, devVars }) {
  if (devVars.STRIPE_SECRET_KEY) {
    const names = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_API_URL"];
    const missing = names.slice(0, 2).filter((name) => !devVars[name]);
    if (missing.length > 0)
      throw new Error(`${missing.join(", ")} of .dev.vars is empty (scripts/stripe-setup/README.md).`);
    const vars = Object.fromEntries(names.flatMap((name) => (devVars[name] ? [[name, devVars[name]]] : [])));
    return { vars, origin: null, stop: async () => {} };
  }
  if (environment !== "development")
    throw new Error("ENVIRONMENT=production needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET in .dev.vars.");
  const folder = path.join(stateDir, "stripe");
  mkdirSync(folder, { recursive: true });
  endLeftover(folder);
  const port = await choosePort(folder);
  const origin = `http://127.0.0.1:${port}`;

  let child = null;
  let isStopping = false;
  const launch = () =>
    new Promise((resolve, reject) => {
      let errors = "";
      child = spawn(process.execPath, ["--import", "tsx", MAIN], {
        cwd: ROOT,
        // Detached from the terminal's signals, because the site must stop first. It exits when this process is gone.
        detached: true,
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        env: {
          ...process.env,
          ...KEYS,
          APP_NOW: "",
          CLOCK_OFFSET_SECONDS: String(clockOffsetSeconds),
          STRIPE_FAKE_PORT: String(port),
          STRIPE_FAKE_STATE_DIR: folder,
          STRIPE_FAKE_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/webhooks/stripe`,
        },
      });
      writeFileSync(path.join(folder, "pid"), String(child.pid));
      const timer = setTimeout(
        () => reject(new Error("The stand-in for Stripe did not start in time.")),
        START_TIMEOUT_MS,
      );
      child.stdout.setEncoding("utf8").on("data", (text) => {
        if (!text.includes('"listening"')) return;
        clearTimeout(timer);
        resolve();
      });
      child.stderr.setEncoding("utf8").on("data", (text) => {
        errors = (errors + text).slice(-2_000);
        console.error(text.trimEnd());
      });
      child.on("exit", () => {
        clearTimeout(timer);
        reject(new Error(`The stand-in for Stripe exited:\n${errors}`));
        if (!isStopping) setTimeout(() => !isStopping && relaunch(), RESTART_AFTER_MS);
      });
    });
  const relaunch = () => {
    console.error("The stand-in for Stripe stopped: restarting it.");
    launch().catch((error) => console.error(error.message));
  };
  const stop = async () => {
    isStopping = true;
    await endChild(child);
    rmSync(path.join(folder, "pid"), { force: true });
  };
  const vars = { ...KEYS, STRIPE_API_URL: origin };
  try {
    await launch();
    if (run(process.execPath, ["--import", "tsx", SETUP, "--quiet"], { env: vars }) !== 0)
      throw new Error("The plans could not be set up in the stand-in for Stripe.");
  } catch (error) {
    await stop();
    throw error;
  }
  return { vars, origin, stop };
}

/** Ends the stand-in of an earlier, killed start, which may still use the port and write the state. */
function endLeftover(folder) {
  const file = path.join(folder, "pid");
  if (!existsSync(file)) return;
  const pid = readFileSync(file, "utf8").trim();
  if (argumentsOf(pid).includes(MAIN)) process.kill(Number(pid), "SIGKILL");
  rmSync(file, { force: true });
}
